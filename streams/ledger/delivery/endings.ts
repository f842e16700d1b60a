import { paidGate, TEMPLATE_UNUSABLE } from '../../channels/paid-gate';
import { refund } from '../accounts/credits';
import { emitChannelEvent, emitEmailEvent, type AddressedMessage } from './domain-events';
import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { paidChannelOf } from './paid-channel';
import { emailWillNotGo } from './escalation';
import { paidFacts } from './facts';
import { fallBack } from './fallback';

// How a nudge that was queued ends undelivered (2.13, 3.2, 3.3). Each is told once: a send that has ended ends no more.

/** Never taken on by the provider: the credits go back, and a text goes instead of a WhatsApp message that asked for one. */
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

/** Taken on and not delivered, or nobody knows: the credits are spent. */
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

/** Refused by a gate at the last moment (D3). A policy's refusal brings no fallback; WhatsApp's own inability does. */
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

/** A template that was in review then may have been rejected since. */
function cannotCarry(
  context: CommandContext,
  addressed: AddressedMessage,
  { send, reason }: SkippedSend,
): boolean {
  if (reason !== 'template_not_sendable') return reason === 'not_reachable' || reason === TEMPLATE_UNUSABLE;
  return paidGate(paidChannelOf(send), paidFacts(context, addressed))?.textInstead === true;
}

/** 2.4: attempted, and never to be delivered. */
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
