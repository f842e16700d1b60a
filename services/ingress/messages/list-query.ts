import type { Fault } from '../../shared/http/errors';
import { emailAddress } from '../../shared/requests/email-address';
import { readQuery } from '../../shared/requests/query';
import { bad, good, type Rule } from '../../shared/requests/rule';
import { nullable, withDefault } from '../../shared/requests/validation';
import { noInteger, noText, within } from '../../shared/requests/value-rules';
import { decodeCursor } from './cursor';

export interface ListQuery {
  /** As it is stored; null for all recipients. */
  readonly recipientEmail: string | null;
  readonly limit: number;
  /** The last message of the page before; null for the first page. */
  readonly afterId: string | null;
}

export type ListRequest =
  | { readonly outcome: 'valid'; readonly query: ListQuery }
  | { readonly outcome: 'invalid'; readonly faults: readonly Fault[] };

/** Query of `GET /api/v1/messages`. */
export function readListQuery(rawQuery: string): ListRequest {
  const read = readQuery(rawQuery, LIST_PARAMETERS);
  if (!read.ok) return { outcome: 'invalid', faults: read.faults };
  const { recipient_email, limit, cursor: afterId } = read.values;
  return { outcome: 'valid', query: { recipientEmail: recipient_email, limit, afterId } };
}

const MAX_LIMIT = 200;
const DIGITS = /^-?\d+$/;

/** A parameter is text: `int_type` says that it does not spell an integer. */
const pageSize: Rule<number> = {
  schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT },
  read: (value, loc) =>
    typeof value === 'string' && DIGITS.test(value)
      ? within(Number(value), { least: 1, most: MAX_LIMIT, loc, input: value })
      : bad(noInteger(value, loc)),
};

const cursor: Rule<string> = {
  schema: { type: 'string', maxLength: 100 },
  read(value, loc) {
    if (typeof value !== 'string') return bad(noText(value, loc));
    const id = decodeCursor(value);
    if (id !== undefined) return good(id);
    return bad({ type: 'value_error', loc, msg: 'Value error, not a cursor of this list', input: value });
  },
};

export const LIST_PARAMETERS = {
  recipient_email: nullable(emailAddress, 'Only messages to this recipient. Trimmed and lower-cased.'),
  limit: withDefault(pageSize, 50, 'Messages per page.'),
  cursor: nullable(cursor, '`next_cursor` of the page before.'),
};
