import { emailAddress } from '../../../schemas/values/email-address';
import type { JsonBody } from '../../shared/requests/json-body';

/** The address that a request at fault names all the same: its stored refusal is erased with that person. */
export function namedAddress(body: JsonBody): string | null {
  if (body.outcome === 'fault') return null;
  const read = emailAddress.read(body.value['recipient_email'] ?? null, []);
  return read.ok ? read.value : null;
}
