import type { Fault } from '../../../schemas/api/errors';
import type { HttpRequest } from '../../shared/http/route';
import { ignoredQueryFaults } from './ignored-query';

/** The body of a request with an Idempotency-Key, where it is at fault. */
export interface FaultyRequest {
  readonly ok: false;
  readonly faults: readonly Fault[];
  /** False where a text cannot be stored: a corrected request may use the key again. */
  readonly spendsKey: boolean;
}

/**
 * Everything that is wrong with a request which must not spend its key; nothing where it may. What stands in the query is
 * no part of what a request is recognised by, so a corrected one may use the key again.
 */
export function unspentFaults(
  request: HttpRequest,
  read: { readonly ok: true } | FaultyRequest,
): readonly Fault[] {
  const query = ignoredQueryFaults(request);
  if (read.ok) return query;
  return query.length > 0 || !read.spendsKey ? [...query, ...read.faults] : [];
}
