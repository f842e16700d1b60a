import type { OpenMessage } from '../../../schemas/generated/command';
import { refused, type Decide } from '../decision';
import { emitMessageEvent } from '../delivery/domain-events';
import { cancel } from '../delivery/cancel';

/**
 * The recipient has opened the message. That is reported once per nudge, and nudges that were held until then are
 * cancelled (NUDGE-12).
 */
export const openMessage: Decide<OpenMessage> = (context, { recipient_id, message_id }) => {
  const message = context.message(message_id);
  const recipient = context.recipient(recipient_id);
  if (recipient === undefined || message?.recipientId !== recipient.id) {
    return refused('message.not_found');
  }
  if (message.openedAt !== null) return OPENED;
  const opened = { ...message, openedAt: context.now };
  context.set.messages.save(opened);
  const addressed = { message: opened, recipient };
  emitMessageEvent(context, 'message.opened', addressed);
  const armed = context.sendsOf(message).filter(({ state }) => state === 'armed');
  cancel(context, addressed, armed, null);
  return OPENED;
};

const OPENED = { status: 200, body: {} };
