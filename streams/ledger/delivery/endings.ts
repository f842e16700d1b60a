import { paidGate, TEMPLATE_UNUSABLE } from '../../channels/paid-gate';
import { refund } from '../accounts/credits';
import { emitChannelEvent, emitEmailEvent, type AddressedMessage } from './domain-events';
import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { paidChannelOf } from './paid-channel';
import { emailWillNotGo } from './escalation';
import { paidFacts } from './facts';
import { fallBack } from './fallback';

// How a queued nudge ends without being delivered (NUDGE-7). A send that has ended does not end again, so each ending
// is reported once.

/**
 * The provider never accepted it: the credits are refunded, and a text follows a WhatsApp message that asked for one.
 */
export function reject(
  context: CommandContext,
  addressed: AddressedMessage,
  send: Send,
  errorCode: string,
): void {
  const rejected = end(context, refund(context, addressed, send), { state: 'rejected', errorCode });
  emitChannelEvent(context, `${paidChannelOf(send)}.rejected`, addressed, rejected);
  fallBack(context, addressed, rejected);
}

/** The provider accepted it and did not deliver it, or the outcome is unknown: the credits stay spent. */
export function fail(
  context: CommandContext,
  addressed: AddressedMessage,
  send: Send,
  errorCode: string,
): Send {
  const failed = end(context, send, { state: 'failed', errorCode });
  emitChannelEvent(context, `${paidChannelOf(send)}.failed`, addressed, failed);
  return failed;
}

/**
 * A gate refused it at the last moment (CHAN-5). A text follows only if WhatsApp itself could not carry the message,
 * and not if a policy refused it (NUDGE-15).
 */
export function skipAtLast(
  context: CommandContext,
  addressed: AddressedMessage,
  send: Send,
  reason: string,
): void {
  if (send.channel === 'email') {
    const skipped = end(context, send, { state: 'skipped', skippedReason: reason });
    emitEmailEvent(context, 'message.not_sent', addressed, { send, reason });
    emailWillNotGo(context, addressed, skipped);
    return;
  }
  const skippedReason = reason === TEMPLATE_UNUSABLE ? 'template_not_sendable' : reason;
  const skipped = end(context, refund(context, addressed, send), { state: 'skipped', skippedReason });
  emitChannelEvent(context, `${paidChannelOf(send)}.rejected`, addressed, skipped);
  if (cannotCarry(context, addressed, { send, reason })) fallBack(context, addressed, skipped);
}

interface SkippedSend {
  readonly send: Send;
  readonly reason: string;
}

/** A template that was in review at that moment may have been rejected since. */
function cannotCarry(
  context: CommandContext,
  addressed: AddressedMessage,
  { send, reason }: SkippedSend,
): boolean {
  if (reason !== 'template_not_sendable') return reason === 'not_reachable' || reason === TEMPLATE_UNUSABLE;
  return paidGate(paidChannelOf(send), paidFacts(context, addressed))?.textInstead === true;
}

/** The email was attempted and will never be delivered (MSG-18). */
export function failEmail(
  context: CommandContext,
  addressed: AddressedMessage,
  send: Send,
  reason: string,
): void {
  const failed = end(context, send, { state: 'failed', errorCode: reason });
  emitEmailEvent(context, 'message.failed', addressed, { send, reason });
  emailWillNotGo(context, addressed, failed);
}

function end(context: CommandContext, send: Send, ending: Partial<Send> & Pick<Send, 'state'>): Send {
  const ended: Send = { ...send, ...ending, updatedAt: context.now };
  context.set.sends.save(ended);
  return ended;
}
