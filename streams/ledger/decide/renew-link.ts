import type { RenewLink } from '../../../schemas/generated/command';
import { NOTED, type Decide } from '../decision';
import { askFreshLink } from '../nudge/ask-email';

/** So often a fresh link may be asked for: an expired one must not become a way to flood a mailbox. */
const RENEW_EVERY_MS = 60 * 60_000;

/** Whoever asks is told nothing, so every refusal looks like a success (D17). */
export const renewLink: Decide<RenewLink> = (turn, { recipient_id, message_id }) => {
  const message = turn.message(message_id);
  const recipient = turn.recipient(recipient_id);
  if (recipient === undefined || message?.recipientId !== recipient.id) {
    return NOTED;
  }
  const since = turn.now.getTime() - RENEW_EVERY_MS;
  const isFresh = turn
    .sendsOf(message)
    .some((send) => send.channel === 'email' && send.createdAt.getTime() > since);
  if (!isFresh && message.status !== 'retracted') askFreshLink(turn, { message, recipient });
  return NOTED;
};
