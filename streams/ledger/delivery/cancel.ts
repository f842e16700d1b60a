import { refund } from '../accounts/credits';
import { emitEmailEvent, type AddressedMessage } from './domain-events';
import type { Send, TimerKind } from './tables';
import type { CommandContext } from '../command-context';
import { attemptKey } from '../store/row-keys';
import { mayFallBack, settleFallback } from './fallback';
import { paidChannels } from '../../channels/channels';

/** The message is retracted: pending nudges are cancelled, and no text follows a nudge that a provider already has. */
export function cancelAll(context: CommandContext, addressed: AddressedMessage): void {
  cancel(context, addressed, context.sendsOf(addressed.message), 'retracted');
  settleFallbacks(context, addressed);
}

/**
 * A later nudge replaces the earlier ones, so their pending sends are cancelled. An email with a fresh link is no nudge
 * and stays, because somebody waits for it.
 */
export function supersede(context: CommandContext, addressed: AddressedMessage): void {
  const nudges = context.sendsOf(addressed.message).filter(({ nudge }) => nudge !== null);
  cancel(context, addressed, nudges, null);
  settleFallbacks(context, addressed);
}

function settleFallbacks(context: CommandContext, { message }: AddressedMessage): void {
  for (const send of context.sendsOf(message)) if (mayFallBack(send)) settleFallback(context, send);
}

/** A resent WhatsApp message has arrived, so a text that is held in its place is cancelled (NUDGE-17). */
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
 * Cancels the sends that no provider was given: armed, scheduled and queued ones (NUDGE-4). An attempt without an
 * outcome counts as given, because its sender may be calling the provider now (HAZ-14).
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

/** No provider was given the send, and no sender is calling a provider for it now. */
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
