import type { Fault } from '../http/errors';
import type { HttpRequest } from '../http/route';
import { emailAddress } from './email-address';
import { readPathParameter } from './path-parameter';

export type RecipientAddress =
  { readonly ok: true; readonly email: string } | { readonly ok: false; readonly fault: Fault };

/** The `{email}` of a path, held to the same rules as `recipient_email` and normalised the same way. */
export function readRecipientAddress(request: HttpRequest): RecipientAddress {
  const given = readPathParameter(request, 'email');
  if (!given.ok) return given;
  const read = emailAddress.read(given.value, ['path', 'email']);
  return read.ok ? { ok: true, email: read.value } : { ok: false, fault: read.faults[0]! };
}
