import type { EraseRecipient } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { beginErasure, dropAcknowledgements } from './begin';
import { countKept, keepStops } from './kept-stops';
import { emitAccountEvent } from '../delivery/domain-events';

/**
 * Removing the recipient's row hides the person at once, because every reader of a message, a send or an event joins it
 * (ERASE-2). The other rows follow in steps. An address that was never messaged is processed too, because a stored
 * outcome may name it (ERASE-6).
 */
export const eraseRecipient: Decide<EraseRecipient> = (context, { recipient_email: email }) => {
  if (context.business() === undefined) return refused('business.not_found');
  const recipient = context.recipientByEmail(email);
  if (recipient !== undefined) {
    keepStops(context, recipient);
    dropAcknowledgements(context, recipient);
    context.set.recipients.remove(recipient);
    emitAccountEvent(context, 'recipient.erased', { recipient_id: recipient.id });
  }
  const counts = { recipients: recipient === undefined ? 0 : 1, ...countKept(context, email, recipient) };
  return beginErasure(context, { kind: 'recipient', email, recipient, counts });
};
