import type { OpenMessage } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { messageHappened } from '../delivery/domain-events';
import { callOff } from '../delivery/cancel';

/** The recipient has read it: told once per nudge, and nothing that waited for it to stay unread is sent (2.1). */
export const openMessage: Decide<OpenMessage> = (turn, { recipient_id, message_id }) => {
  const message = turn.message(message_id);
  const recipient = turn.recipient(recipient_id);
  if (recipient === undefined || message?.recipientId !== recipient.id) {
    return refused('message.not_found');
  }
  if (message.openedAt !== null) return OPENED;
  const opened = { ...message, openedAt: turn.now };
  turn.set.messages.save(opened);
  const concerned = { message: opened, recipient };
  messageHappened(turn, 'message.opened', concerned);
  const armed = turn.sendsOf(message).filter(({ state }) => state === 'armed');
  callOff(turn, concerned, armed, null);
  return OPENED;
};

const OPENED = { status: 200, body: {} };
