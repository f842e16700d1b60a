import { readMobileNumber } from './mobile-number';
import type { Fault } from '../api/errors';
import { bad, good, type Rule } from './rule';
import { noText } from './value-rules';

/**
 * Judges a phone number without knowing the business. A number with a plus becomes E.164. One without is left as it is:
 * the ledger reads it in the country of the business, which only the ledger knows for certain.
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

/** At least four digits of any script, and the separators that libphonenumber accepts: true of numbers everywhere. */
const LIKE_A_NUMBER =
  /^(?=(?:\P{Nd}*\p{Nd}){4})[\p{Nd}\p{Pd}\s()（）[\]［］.．/／~⁓∼～+−ー\u00AD\u200B\u2060]{1,50}$/u;

/** A fault type of our own, because pydantic has none for phone numbers. */
function phoneInvalid(input: string | null, loc: Fault['loc']): Fault {
  return { type: 'phone_invalid', loc, msg: 'value is not a possible mobile number', input };
}
