import type { RenewLink } from '../../../schemas/generated/command';
import { FRESH_LINK_EVERY_MS } from '../../rules/fresh-link';
import { NOTED, type Decide } from '../decision';
import { sendFreshLink } from './nudge-by-email';
import type { Send } from './tables';

/** The person who asks learns nothing about the address, so every refusal looks like a success (INBOX-16). */
export const renewLink: Decide<RenewLink> = (context, { recipient_id, message_id }) => {
  const message = context.message(message_id);
  const recipient = context.recipient(recipient_id);
  if (recipient === undefined || message?.recipientId !== recipient.id) {
    return NOTED;
  }
  const since = context.now.getTime() - FRESH_LINK_EVERY_MS;
  const isFresh = context.sendsOf(message).some((send) => isMailed(send) && send.createdAt.getTime() > since);
  if (!isFresh && message.status !== 'retracted') sendFreshLink(context, { message, recipient });
  return NOTED;
};

/** A skipped email of a nudge brought no link, so it does not count. A fresh link counts even if it was skipped. */
function isMailed({ channel, state, nudge }: Send): boolean {
  return channel === 'email' && (state !== 'skipped' || nudge === null);
}
