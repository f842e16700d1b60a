import { refund } from '../accounts/credits';
import { emitEmailEvent, type AddressedMessage } from './domain-events';
import type { Send, TimerKind } from './tables';
import type { CommandContext } from '../command-context';
import { attemptKey } from '../store/row-keys';
import { mayFallBack, settleFallback } from './fallback';
import { paidChannels } from '../../channels/channels';

/** The message is taken back: what is pending goes, and no text follows what a provider has in hand. */
export function cancelAll(context: CommandContext, addressed: AddressedMessage): void {
  cancel(context, addressed, context.sendsOf(addressed.message), 'retracted');
  settleFallbacks(context, addressed);
}

/** The same for what a later nudge takes the place of. An email that brings a fresh link is no nudge: somebody waits for it. */
export function supersede(context: CommandContext, addressed: AddressedMessage): void {
  const nudges = context.sendsOf(addressed.message).filter(({ nudge }) => nudge !== null);
  cancel(context, addressed, nudges, null);
  settleFallbacks(context, addressed);
}

function settleFallbacks(context: CommandContext, { message }: AddressedMessage): void {
  for (const send of context.sendsOf(message)) if (mayFallBack(send)) settleFallback(context, send);
}

/** A resent WhatsApp message has arrived: the text that is held in its place, if one is, does not go. */
export function cancelHeldText(
  context: CommandContext,
  addressed: AddressedMessage,
  { channel, nudge }: Send,
): void {
  if (channel === 'email' || paidChannels[channel].fallsBackTo === null) return;
  const held = context
    .sendsOf(addressed.message)
    .filter((send) => send.fallbackOf === channel && send.nudge === nudge && isHeld(send));
  cancel(context, addressed, held, null);
}

/**
 * Cancels what no provider has been given: armed, scheduled and queued nudges. An attempt that is written down and has
 * no outcome counts as given, for its sender may be on the line (hazard 13).
 */
export function cancel(
  context: CommandContext,
  addressed: AddressedMessage,
  sends: readonly Send[],
  emailReason: string | null,
): Send[] {
  return sends
    .filter((send) => isPending(context, send))
    .map((send) => cancelSend(context, addressed, send, emailReason));
}

/** No provider has been given it, and none is being given it now. */
export function isPending(context: CommandContext, send: Send): boolean {
  if (isHeld(send)) return true;
  if (send.state !== 'queued' || send.submittedAt !== null) return false;
  const attempt = context.set.attempts.get(attemptKey({ sendId: send.id, attempt: send.attempt }));
  if (attempt === undefined) return true;
  return attempt.outcome !== null || attempt.skippedReason !== null;
}

function isHeld({ state }: Send): boolean {
  return state === 'armed' || state === 'scheduled';
}

function cancelSend(
  context: CommandContext,
  addressed: AddressedMessage,
  send: Send,
  emailReason: string | null,
): Send {
  for (const kind of TIMERS) context.dropTimer(send.id, kind);
  const refunded = refund(context, addressed, send);
  const isEmail = send.channel === 'email';
  const cancelled: Send = {
    ...refunded,
    state: 'cancelled',
    skippedReason: isEmail ? emailReason : null,
    awaitsEmail: false,
    fallbackAsked: false,
    updatedAt: context.now,
  };
  context.set.sends.save(cancelled);
  if (isEmail && emailReason !== null) {
    emitEmailEvent(context, 'message.not_sent', addressed, { send, reason: emailReason });
  }
  return cancelled;
}

const TIMERS: readonly TimerKind[] = ['send', 'escalate', 'retry'];
