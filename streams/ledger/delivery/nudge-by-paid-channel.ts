import { paidGate } from '../../channels/paid-gate';
import type { PaidChannel } from '../../../schemas/channels';
import { charge } from '../accounts/credits';
import { emitChannelEvent, type AddressedMessage } from './domain-events';
import { paidChannelOf } from './paid-channel';
import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { paidFacts } from './facts';
import { queueSend } from './enqueue-send';
import { newSend } from './new-send';

/** When a paid nudge goes. An armed one waits for its deadline and costs nothing until then (NUDGE-10). */
export type When =
  | { readonly kind: 'now' }
  | { readonly kind: 'scheduled'; readonly at: Date }
  | { readonly kind: 'armed'; readonly at: Date; readonly afterMinutes: number };

export interface PaidRequest {
  readonly channel: PaidChannel;
  readonly when: When;
  readonly phoneConflict?: boolean;
  readonly fallbackAsked?: boolean;
  readonly fallbackOf?: PaidChannel;
}

export interface Asked {
  readonly send: Send;
  /** True: WhatsApp cannot carry the message at all, so a text may go instead (NUDGE-14). */
  readonly textInstead: boolean;
}

/**
 * Asks every gate, charges the credits, and queues, schedules or arms the nudge. If a gate refuses, stores the reason.
 */
export function nudgeByPaidChannel(
  context: CommandContext,
  addressed: AddressedMessage,
  request: PaidRequest,
): Asked {
  const { message, recipient } = addressed;
  const send: Send = {
    ...newSend(context, message, request.channel),
    phone: recipient.phone,
    country: recipient.phoneCountry,
    fallbackAsked: request.fallbackAsked ?? false,
    fallbackOf: request.fallbackOf ?? null,
  };
  const { channel, when, phoneConflict = false } = request;
  const goesAt = when.kind === 'now' ? context.now : when.at;
  const refusal = paidGate(channel, paidFacts(context, addressed, { phoneConflict, goesAt }));
  if (refusal !== null) {
    return { send: skip(context, addressed, send, refusal.reason), textInstead: refusal.textInstead };
  }
  return { send: start(context, addressed, send, when), textInstead: false };
}

/** The deadline has come: the gates are asked again, and the nudge is charged now (NUDGE-11). */
export function releaseArmed(context: CommandContext, addressed: AddressedMessage, armed: Send): Asked {
  const { phone, phoneCountry } = addressed.recipient;
  const send: Send = { ...armed, phone, country: phoneCountry, awaitsEmail: false };
  const refusal = paidGate(paidChannelOf(send), paidFacts(context, addressed));
  if (refusal === null) return { send: start(context, addressed, send, { kind: 'now' }), textInstead: false };
  return { send: skip(context, addressed, send, refusal.reason), textInstead: refusal.textInstead };
}

function start(context: CommandContext, addressed: AddressedMessage, send: Send, when: When): Send {
  if (when.kind === 'armed') {
    const armed: Send = {
      ...send,
      state: 'armed',
      escalateAfterMinutes: when.afterMinutes,
      escalatesAt: when.at,
    };
    context.set.sends.save(armed);
    context.setTimer(send.id, 'escalate', when.at);
    return armed;
  }
  const charged = charge(context, addressed, send, context.rules.price(send.country ?? ''));
  if (charged === undefined) return skip(context, addressed, send, 'insufficient_credit');
  if (when.kind === 'now') return queueSend(context, addressed, charged);
  const scheduled: Send = { ...charged, state: 'scheduled', sendAt: when.at };
  context.set.sends.save(scheduled);
  context.setTimer(send.id, 'send', when.at);
  return scheduled;
}

/**
 * A nudge that was refused before it was queued. Merchants read the reason in the answer to the push (CHAN-4). Only an
 * armed one emits `*.rejected`, because that answer had announced it (NUDGE-11).
 */
function skip(context: CommandContext, addressed: AddressedMessage, send: Send, reason: string): Send {
  const skipped: Send = { ...send, state: 'skipped', skippedReason: reason, updatedAt: context.now };
  context.set.sends.save(skipped);
  const channel = paidChannelOf(send);
  emitChannelEvent(context, `${channel}.skipped`, addressed, skipped);
  if (send.state === 'armed') emitChannelEvent(context, `${channel}.rejected`, addressed, skipped);
  return skipped;
}
