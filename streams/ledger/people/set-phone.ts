import type { SetPhone } from '../../../schemas/generated/command';
import { readMobileNumber } from '../../../schemas/values/mobile-number';
import { invalid, refused, type Decide } from '../decision';
import { claimPhone, viewOf } from './recipients';

/** Operation 13: a number that another recipient of the business holds is refused and not moved (2.10). */
export const setPhone: Decide<SetPhone> = (turn, { recipient_email: email, phone: given, source }) => {
  const business = turn.business();
  if (business === undefined) return refused('business.not_found');
  const number = readMobileNumber(given, business.defaultCountry);
  if (number === undefined) return NO_MOBILE_NUMBER;
  const recipient = turn.recipientByEmail(email);
  if (recipient === undefined) return refused('recipient.not_found');
  const claim = claimPhone(turn, recipient, { ...number, source });
  if (claim.outcome === 'conflict') return refused('sms.phone_already_in_use');
  turn.set.recipients.save(claim.recipient);
  return viewOf(turn, claim.recipient);
};

const NO_MOBILE_NUMBER = invalid([
  { type: 'phone_invalid', loc: ['body', 'phone'], msg: 'value is not a possible mobile number' },
]);
