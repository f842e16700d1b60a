import type { EraseWhatsapp } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { beginErasure, dropAcknowledgements } from './begin';
import { keepStops } from './kept-stops';
import { withoutWhatsappConsent } from '../people/recipients';

/** Operation 15: the replies go; the number, the messages and their delivery log stay. Consent is withdrawn for good (D10). */
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
