import { paidGate, TEMPLATE_UNUSABLE } from '../../channels/paid-gate';
import { refund } from '../accounts/credits';
import { channelHappened, emailHappened, type Concerned } from './domain-events';
import type { Send } from './tables';
import type { Turn } from '../command-context';
import { paidChannelOf } from './paid-channel';
import { emailWillNotGo } from './escalation';
import { paidFacts } from './facts';
import { fallBack } from './fallback';

// How a nudge that was queued ends undelivered (2.13, 3.2, 3.3). Each is told once: a send that has ended ends no more.

/** Never taken on by the provider: the credits go back, and a text goes instead of a WhatsApp message that asked for one. */
export function reject(turn: Turn, concerned: Concerned, send: Send, errorCode: string): void {
  const rejected = end(turn, refund(turn, concerned, send), { state: 'rejected', errorCode });
  channelHappened(turn, `${paidChannelOf(send)}.rejected`, concerned, rejected);
  fallBack(turn, concerned, rejected);
}

/** Taken on and not delivered, or nobody knows: the credits are spent. */
export function fail(turn: Turn, concerned: Concerned, send: Send, errorCode: string): Send {
  const failed = end(turn, send, { state: 'failed', errorCode });
  channelHappened(turn, `${paidChannelOf(send)}.failed`, concerned, failed);
  return failed;
}

/** Refused by a gate at the last moment (D3). A policy's refusal brings no fallback; WhatsApp's own inability does. */
export function skipAtLast(turn: Turn, concerned: Concerned, send: Send, reason: string): void {
  if (send.channel === 'email') {
    const skipped = end(turn, send, { state: 'skipped', skippedReason: reason });
    emailHappened(turn, 'message.not_sent', concerned, { send, reason });
    emailWillNotGo(turn, concerned, skipped);
    return;
  }
  const skippedReason = reason === TEMPLATE_UNUSABLE ? 'template_not_sendable' : reason;
  const skipped = end(turn, refund(turn, concerned, send), { state: 'skipped', skippedReason });
  channelHappened(turn, `${paidChannelOf(send)}.rejected`, concerned, skipped);
  if (cannotCarry(turn, concerned, { send, reason })) fallBack(turn, concerned, skipped);
}

interface SkippedSend {
  readonly send: Send;
  readonly reason: string;
}

/** A template that was in review then may have been rejected since. */
function cannotCarry(turn: Turn, concerned: Concerned, { send, reason }: SkippedSend): boolean {
  if (reason !== 'template_not_sendable') return reason === 'not_reachable' || reason === TEMPLATE_UNUSABLE;
  return paidGate(paidChannelOf(send), paidFacts(turn, concerned))?.textInstead === true;
}

/** 2.4: attempted, and never to be delivered. */
export function failEmail(turn: Turn, concerned: Concerned, send: Send, reason: string): void {
  const failed = end(turn, send, { state: 'failed', errorCode: reason });
  emailHappened(turn, 'message.failed', concerned, { send, reason });
  emailWillNotGo(turn, concerned, failed);
}

function end(turn: Turn, send: Send, ending: Partial<Send> & Pick<Send, 'state'>): Send {
  const ended: Send = { ...send, ...ending, updatedAt: turn.now };
  turn.set.sends.save(ended);
  return ended;
}
