import { readMobileNumber } from './mobile-number';
import type { Fault } from '../api/errors';
import { bad, good, type Rule } from './rule';
import { noText } from './value-rules';

/**
 * A phone number as far as it can be judged without the business: in E.164 where it says its country itself. One without
 * a plus is read in the business's own country, which only the ledger knows for certain.
 */
export const phoneNumber: Rule<string> = {
  schema: { type: 'string', minLength: 1, maxLength: 50 },
  read(value, loc) {
    if (typeof value !== 'string') return bad(noText(value, loc));
    if (!LIKE_A_NUMBER.test(value)) return bad(phoneInvalid(value, loc));
    if (!value.trim().startsWith('+')) return good(value);
    const number = readMobileNumber(value, null);
    return number === undefined ? bad(phoneInvalid(value, loc)) : good(number.phone);
  },
};

/** Whatever the country, so much a number has to have: digits of any script, and what libphonenumber lets stand between them. */
const LIKE_A_NUMBER =
  /^(?=(?:\P{Nd}*\p{Nd}){4})[\p{Nd}\p{Pd}\s()（）[\]［］.．/／~⁓∼～+−ー\u00AD\u200B\u2060]{1,50}$/u;

/** A type of our own, for pydantic has none. */
function phoneInvalid(input: string | null, loc: Fault['loc']): Fault {
  return { type: 'phone_invalid', loc, msg: 'value is not a possible mobile number', input };
}
