import { emailAddress } from '../values/email-address';
import { nullable, withDefault } from '../values/fields';
import { bad, good, type Rule } from '../values/rule';
import { noInteger, noText, within } from '../values/value-rules';
import { decodeCursor } from './message-cursor';

const MAX_LIMIT = 200;
const DIGITS = /^-?\d+$/;

/** A query parameter is text. `int_type` means that the text does not spell an integer. */
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

/** The query of `GET /api/v1/messages`. */
export const LIST_PARAMETERS = {
  recipient_email: nullable(emailAddress, 'Only messages to this recipient. Trimmed and lower-cased.'),
  limit: withDefault(pageSize, 50, 'Messages per page.'),
  cursor: nullable(cursor, '`next_cursor` of the page before.'),
};
