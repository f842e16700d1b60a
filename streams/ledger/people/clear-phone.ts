import type { ClearPhone } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { viewOf, withoutNumber } from './recipients';

/**
 * Stops stay (CONSENT-11), and so does the date of the first accepted number (CONSENT-5). WhatsApp consent goes with
 * its number (CONSENT-6).
 */
export const clearPhone: Decide<ClearPhone> = (context, { recipient_email: email }) => {
  if (context.business() === undefined) return refused('business.not_found');
  const recipient = context.recipientByEmail(email);
  if (recipient === undefined) return refused('recipient.not_found');
  if (recipient.phone === null) return viewOf(context, recipient);
  const cleared = withoutNumber(context, recipient);
  context.set.recipients.save(cleared);
  return viewOf(context, cleared);
};
