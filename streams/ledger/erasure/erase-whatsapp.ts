import type { EraseWhatsapp } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { beginErasure, dropAcknowledgements } from './begin';
import { keepStops } from './kept-stops';
import { withoutWhatsappConsent } from '../people/recipients';

/** Operation 15: the replies go; the number, the messages and their delivery log stay. Consent is withdrawn for good (D10). */
export const eraseWhatsapp: Decide<EraseWhatsapp> = (turn, { recipient_email: email }) => {
  if (turn.business() === undefined) return refused('business.not_found');
  const recipient = turn.recipientByEmail(email);
  if (recipient === undefined) return refused('recipient.not_found');
  const withdrawn = {
    ...withoutWhatsappConsent(recipient),
    whatsappWithdrawnAt: recipient.whatsappWithdrawnAt ?? turn.now,
  };
  turn.set.recipients.save(withdrawn);
  keepStops(turn, withdrawn);
  const counts = { acknowledgements: dropAcknowledgements(turn, recipient) };
  return beginErasure(turn, { kind: 'whatsapp', email, recipient, counts });
};
