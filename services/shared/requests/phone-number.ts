import type { Fault } from '../http/errors';
import { bad, good, type Rule } from './rule';
import { isLongerThan, noText } from './value-rules';

/**
 * A phone number as far as it can be judged without the business: whether it is a possible mobile number depends on
 * the country that numbers without a plus are read in. What is certainly none is refused here with the same fault.
 */
export const phoneNumber: Rule<string> = {
  schema: { type: 'string', minLength: 1, maxLength: 50 },
  read(value, loc) {
    if (typeof value !== 'string') return bad(noText(value, loc));
    return value.trim() === '' || isLongerThan(value, 50) ? bad(phoneInvalid(value, loc)) : good(value);
  },
};

/** A type of our own, for pydantic has none. */
function phoneInvalid(input: string | null, loc: Fault['loc']): Fault {
  return { type: 'phone_invalid', loc, msg: 'value is not a possible mobile number', input };
}
