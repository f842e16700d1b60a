import type { Fault } from '../../../schemas/api/errors';
import { LIST_PARAMETERS } from '../../../schemas/api/list-parameters';
import { readQuery } from '../../shared/requests/query';

/** One page of messages that a caller asks for. */
export interface ListQuery {
  /** The normalised address; null for all recipients. */
  readonly recipientEmail: string | null;
  readonly limit: number;
  /** The last message of the page before; null for the first page. */
  readonly afterId: string | null;
}

export type ListRequest =
  | { readonly outcome: 'valid'; readonly query: ListQuery }
  | { readonly outcome: 'invalid'; readonly faults: readonly Fault[] };

/** Reads the query of `GET /api/v1/messages`. */
export function readListQuery(rawQuery: string): ListRequest {
  const read = readQuery(rawQuery, LIST_PARAMETERS);
  if (!read.ok) return { outcome: 'invalid', faults: read.faults };
  const { recipient_email, limit, cursor: afterId } = read.values;
  return { outcome: 'valid', query: { recipientEmail: recipient_email, limit, afterId } };
}
