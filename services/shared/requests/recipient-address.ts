import type { HttpRequest } from '../http/route';
import { emailAddress } from '../../../schemas/values/email-address';
import { readPathParameter, type PathParameter } from './path-parameter';

/** Reads the `{email}` of a path by the rules of `recipient_email`, and normalises it in the same way. */
export function readRecipientAddress(request: HttpRequest): PathParameter {
  const given = readPathParameter(request, 'email');
  if (!given.ok) return given;
  const read = emailAddress.read(given.value, ['path', 'email']);
  return read.ok ? { ok: true, value: read.value } : { ok: false, fault: read.faults[0]! };
}
