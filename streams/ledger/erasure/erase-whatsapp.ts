import type { EraseWhatsapp } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { beginErasure, dropAcknowledgements } from './begin';
import { keepStops } from './kept-stops';
import { withoutWhatsappConsent } from '../people/recipients';

/**
 * Removes the replies. The number, the messages and their delivery log stay (ERASE-15). Consent is withdrawn for good
 * (ERASE-18).
 */
export const eraseWhatsapp: Decide<EraseWhatsapp> = (context, { recipient_email: email }) => {
  if (context.business() === undefined) return refused('business.not_found');
  const recipient = context.recipientByEmail(email);
  if (recipient === undefined) return refused('recipient.not_found');
  const withdrawn = {
    ...withoutWhatsappConsent(recipient),
    whatsappWithdrawnAt: recipient.whatsappWithdrawnAt ?? context.now,
  };
  context.set.recipients.save(withdrawn);
  keepStops(context, withdrawn);
  const counts = { acknowledgements: dropAcknowledgements(context, recipient) };
  return beginErasure(context, { kind: 'whatsapp', email, recipient, counts });
};
