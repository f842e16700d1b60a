import type { SetPhone } from '../../../schemas/generated/command';
import { readMobileNumber } from '../../rules/mobile-number';
import { refused, type Decide, type Decision } from '../decision';
import { claimPhone, viewOf } from './recipients';

/** Operation 13: a number that another recipient of the business holds is refused and not moved (2.10). */
export const setPhone: Decide<SetPhone> = (turn, { recipient_email: email, phone: given, source }) => {
  const business = turn.business();
  if (business === undefined) return refused(404, 'business.not_found');
  const number = readMobileNumber(given, business.defaultCountry);
  if (number === undefined) return NO_MOBILE_NUMBER;
  const recipient = turn.recipientByEmail(email);
  if (recipient === undefined) return refused(404, 'recipient.not_found');
  const claim = claimPhone(turn, recipient, { ...number, source });
  if (claim.outcome === 'conflict') return refused(409, 'sms.phone_already_in_use');
  turn.set.recipients.save(claim.recipient);
  return viewOf(turn, claim.recipient);
};

const NO_MOBILE_NUMBER: Decision = {
  status: 422,
  body: {
    error_code: 'common.validation_failed',
    detail: [{ type: 'phone_invalid', loc: ['body', 'phone'], msg: 'value is not a possible mobile number' }],
  },
};
