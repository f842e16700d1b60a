import type { SetPhone } from '../../../schemas/generated/command';
import { readMobileNumber } from '../../../schemas/values/mobile-number';
import { invalid, refused, type Decide } from '../decision';
import { assignPhone, viewOf } from './recipients';

/** A number that another recipient of the business holds is refused and not moved (CONSENT-4). */
export const setPhone: Decide<SetPhone> = (context, { recipient_email: email, phone: given, source }) => {
  const business = context.business();
  if (business === undefined) return refused('business.not_found');
  const number = readMobileNumber(given, business.defaultCountry);
  if (number === undefined) return NO_MOBILE_NUMBER;
  const recipient = context.recipientByEmail(email);
  if (recipient === undefined) return refused('recipient.not_found');
  const assignment = assignPhone(context, recipient, { ...number, source });
  if (assignment.outcome === 'conflict') return refused('sms.phone_already_in_use');
  context.set.recipients.save(assignment.recipient);
  return viewOf(context, assignment.recipient);
};

const NO_MOBILE_NUMBER = invalid([
  { type: 'phone_invalid', loc: ['body', 'phone'], msg: 'value is not a possible mobile number' },
]);
