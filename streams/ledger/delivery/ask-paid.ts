import { paidGate } from '../../channels/paid-gate';
import type { PaidChannel } from '../../../schemas/channels';
import { charge } from '../accounts/credits';
import { channelHappened, type Concerned } from './domain-events';
import { paidChannelOf } from './paid-channel';
import type { Send } from './tables';
import type { Turn } from '../command-context';
import { paidFacts } from './facts';
import { queue } from './hand-over';
import { newSend } from './new-send';

/** When a paid nudge is to go. An armed one waits for its deadline, and costs nothing before. */
export type When =
  | { readonly kind: 'now' }
  | { readonly kind: 'scheduled'; readonly at: Date }
  | { readonly kind: 'armed'; readonly at: Date; readonly afterMinutes: number };

export interface PaidWish {
  readonly channel: PaidChannel;
  readonly when: When;
  readonly phoneConflict?: boolean;
  readonly fallbackAsked?: boolean;
  readonly fallbackOf?: PaidChannel;
}

export interface Asked {
  readonly send: Send;
  /** WhatsApp cannot carry the message at all. */
  readonly textInstead: boolean;
}

/** Asks every gate, takes the credits and queues, schedules or arms the nudge; or writes down why not. */
export function askPaid(turn: Turn, concerned: Concerned, wish: PaidWish): Asked {
  const { message, recipient } = concerned;
  const send: Send = {
    ...newSend(turn, message, wish.channel),
    phone: recipient.phone,
    country: recipient.phoneCountry,
    fallbackAsked: wish.fallbackAsked ?? false,
    fallbackOf: wish.fallbackOf ?? null,
  };
  const { channel, when, phoneConflict = false } = wish;
  const goesAt = when.kind === 'now' ? turn.now : when.at;
  const refusal = paidGate(channel, paidFacts(turn, concerned, { phoneConflict, goesAt }));
  if (refusal !== null) {
    return { send: skip(turn, concerned, send, refusal.reason), textInstead: refusal.textInstead };
  }
  return { send: start(turn, concerned, send, when), textInstead: false };
}

/** Its deadline has come: the gates are asked again, and now it costs its credits (D3). */
export function releaseArmed(turn: Turn, concerned: Concerned, armed: Send): Asked {
  const { phone, phoneCountry } = concerned.recipient;
  const send: Send = { ...armed, phone, country: phoneCountry, awaitsEmail: false };
  const refusal = paidGate(paidChannelOf(send), paidFacts(turn, concerned));
  if (refusal === null) return { send: start(turn, concerned, send, { kind: 'now' }), textInstead: false };
  return { send: skip(turn, concerned, send, refusal.reason), textInstead: refusal.textInstead };
}

function start(turn: Turn, concerned: Concerned, send: Send, when: When): Send {
  if (when.kind === 'armed') {
    const armed: Send = {
      ...send,
      state: 'armed',
      escalateAfterMinutes: when.afterMinutes,
      escalatesAt: when.at,
    };
    turn.set.sends.save(armed);
    turn.setTimer(send.id, 'escalate', when.at);
    return armed;
  }
  const charged = charge(turn, concerned, send, turn.rules.price(send.country ?? ''));
  if (charged === undefined) return skip(turn, concerned, send, 'insufficient_credit');
  if (when.kind === 'now') return queue(turn, concerned, charged);
  const scheduled: Send = { ...charged, state: 'scheduled', sendAt: when.at };
  turn.set.sends.save(scheduled);
  turn.setTimer(send.id, 'send', when.at);
  return scheduled;
}

/**
 * Refused before it was ever queued. Merchants read it in the answer; only of one that they were told would go, an armed
 * one, do they hear by `*.rejected` (D3).
 */
function skip(turn: Turn, concerned: Concerned, send: Send, reason: string): Send {
  const skipped: Send = { ...send, state: 'skipped', skippedReason: reason, updatedAt: turn.now };
  turn.set.sends.save(skipped);
  const channel = paidChannelOf(send);
  channelHappened(turn, `${channel}.skipped`, concerned, skipped);
  if (send.state === 'armed') channelHappened(turn, `${channel}.rejected`, concerned, skipped);
  return skipped;
}
