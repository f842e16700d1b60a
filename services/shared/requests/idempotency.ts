import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestIdentity } from '../../../schemas/generated/command';
import type { Fault } from '../../../schemas/api/errors';
import type { KeyedHash } from './keyed-hash';
import { missing } from '../../../schemas/values/fields';
import { isLongerThan } from '../../../schemas/values/value-rules';

/** The Idempotency-Key of a request, or its fault. */
export type IdempotencyKey =
  { readonly ok: true; readonly key: string } | { readonly ok: false; readonly fault: Fault };

export function readIdempotencyKey(headers: IncomingHttpHeaders, maxLength = 255): IdempotencyKey {
  const given = headers['idempotency-key'];
  const key = given === undefined ? undefined : textOf(Array.isArray(given) ? given.join(', ') : given);
  const loc = ['header', 'Idempotency-Key'];
  if (key === undefined) return { ok: false, fault: missing(loc) };
  if (key === '') {
    const msg = 'String should have at least 1 character';
    return { ok: false, fault: { type: 'string_too_short', loc, msg, input: key } };
  }
  if (isLongerThan(key, maxLength)) {
    const msg = `String should have at most ${maxLength} characters`;
    return { ok: false, fault: { type: 'string_too_long', loc, msg, input: key } };
  }
  return { ok: true, key };
}

/** Node decodes headers byte by byte. Callers that use letters beyond ASCII send them as UTF-8. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

export interface IdempotentRequest {
  readonly businessId: string;
  /** The same key may be used for different operations (IDEM-3). */
  readonly operation: string;
  readonly key: string;
  readonly pathParameters: readonly string[];
  /** Canonical JSON, or the raw bytes of a body that is not JSON; empty if the body is ignored. */
  readonly body: string | Buffer;
}

/**
 * The identity by which a repeat of a request is recognised. It consists of hashes only, because keys often hold order
 * numbers and bodies hold people (IDEM-12).
 */
export function identifyRequest(hash: KeyedHash, request: IdempotentRequest): RequestIdentity {
  const { businessId, operation, key, pathParameters, body } = request;
  return {
    key_hash: hash('idempotency key', businessId, operation, key),
    fingerprint: hash('request', operation, String(pathParameters.length), ...pathParameters, body),
  };
}
