import { emailGate } from '../../channels/email/email-gate';
import { emailHappened, type Concerned } from './domain-events';
import type { Send } from './tables';
import type { Turn } from '../command-context';
import { hashKey } from '../store/row-keys';
import { queue } from './hand-over';
import { newSend } from './new-send';

/** The email goes always, unless a gate refuses it (1.2): at once, or at `sendAt`. */
export function askEmail(turn: Turn, concerned: Concerned, sendAt: Date | null): Send {
  const send = newSend(turn, concerned.message, 'email');
  const reason = emailRefusal(turn, concerned);
  if (reason !== null) {
    const skipped: Send = { ...send, state: 'skipped', skippedReason: reason };
    turn.set.sends.save(skipped);
    emailHappened(turn, 'message.not_sent', concerned, { send, reason });
    return skipped;
  }
  if (sendAt === null) return queue(turn, concerned, send);
  const scheduled: Send = { ...send, state: 'scheduled', sendAt };
  turn.set.sends.save(scheduled);
  turn.setTimer(send.id, 'send', sendAt);
  return scheduled;
}

/**
 * An email that brings a fresh link and belongs to no nudge. It goes to people who unsubscribed too: what they have stays
 * readable. Where a gate refuses it, nobody is told, and nothing is kept.
 */
export function askFreshLink(turn: Turn, concerned: Concerned): void {
  if (emailRefusal(turn, concerned, true) !== null) return;
  queue(turn, concerned, { ...newSend(turn, concerned.message, 'email'), nudge: null });
}

function emailRefusal(turn: Turn, { recipient }: Concerned, isAskedFor = false): string | null {
  const addressHash = turn.rules.hash('address', recipient.email);
  const platformSuppressed = turn.set.platformSuppressions.get(hashKey(addressHash)) !== undefined;
  return emailGate({ business: turn.account(), recipient, platformSuppressed, isAskedFor });
}
