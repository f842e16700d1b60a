import { emailGate } from '../../channels/email/email-gate';
import { emitEmailEvent, type AddressedMessage } from './domain-events';
import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { hashKey } from '../store/row-keys';
import { queueSend } from './enqueue-send';
import { newSend } from './new-send';

/** Every nudge has an email, unless a gate refuses it (NUDGE-1). It goes at once, or at `sendAt`. */
export function nudgeByEmail(
  context: CommandContext,
  addressed: AddressedMessage,
  sendAt: Date | null,
): Send {
  const send = newSend(context, addressed.message, 'email');
  const reason = emailRefusal(context, addressed);
  if (reason !== null) {
    const skipped: Send = { ...send, state: 'skipped', skippedReason: reason };
    context.set.sends.save(skipped);
    emitEmailEvent(context, 'message.not_sent', addressed, { send, reason });
    return skipped;
  }
  if (sendAt === null) return queueSend(context, addressed, send);
  const scheduled: Send = { ...send, state: 'scheduled', sendAt };
  context.set.sends.save(scheduled);
  context.setTimer(send.id, 'send', sendAt);
  return scheduled;
}

/**
 * An email with a fresh inbox link, which belongs to no nudge (INBOX-17). It goes even to people who unsubscribed,
 * because they can still read their messages. If a gate refuses it, nothing is stored and nothing is reported.
 */
export function sendFreshLink(context: CommandContext, addressed: AddressedMessage): void {
  if (emailRefusal(context, addressed, true) !== null) return;
  queueSend(context, addressed, { ...newSend(context, addressed.message, 'email'), nudge: null });
}

function emailRefusal(
  context: CommandContext,
  { recipient }: AddressedMessage,
  isAskedFor = false,
): string | null {
  const addressHash = context.rules.hash('address', recipient.email);
  const platformSuppressed = context.set.platformSuppressions.get(hashKey(addressHash)) !== undefined;
  return emailGate({ business: context.account(), recipient, platformSuppressed, isAskedFor });
}
