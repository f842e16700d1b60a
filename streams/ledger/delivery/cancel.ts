import { refund } from '../accounts/credits';
import { emailHappened, type Concerned } from './domain-events';
import type { Send, TimerKind } from './tables';
import type { Turn } from '../command-context';
import { attemptKey } from '../store/row-keys';
import { mayFallBack, settleFallback } from './fallback';
import { paidChannels } from '../../channels/channels';

/** The message is taken back: what is pending goes, and no text follows what a provider has in hand. */
export function callOffAll(turn: Turn, concerned: Concerned): void {
  callOff(turn, concerned, turn.sendsOf(concerned.message), 'retracted');
  settleFallbacks(turn, concerned);
}

/** The same for what a later nudge takes the place of. An email that brings a fresh link is no nudge: somebody waits for it. */
export function supersede(turn: Turn, concerned: Concerned): void {
  const nudges = turn.sendsOf(concerned.message).filter(({ nudge }) => nudge !== null);
  callOff(turn, concerned, nudges, null);
  settleFallbacks(turn, concerned);
}

function settleFallbacks(turn: Turn, { message }: Concerned): void {
  for (const send of turn.sendsOf(message)) if (mayFallBack(send)) settleFallback(turn, send);
}

/** A resent WhatsApp message has arrived: the text that is held in its place, if one is, does not go. */
export function callOffHeldText(turn: Turn, concerned: Concerned, { channel, nudge }: Send): void {
  if (channel === 'email' || paidChannels[channel].fallsBackTo === null) return;
  const held = turn
    .sendsOf(concerned.message)
    .filter((send) => send.fallbackOf === channel && send.nudge === nudge && isHeld(send));
  callOff(turn, concerned, held, null);
}

/**
 * Calls off what no provider has been given: armed, scheduled and queued nudges. An attempt that is written down and has
 * no outcome counts as given, for its sender may be on the line (hazard 13).
 */
export function callOff(
  turn: Turn,
  concerned: Concerned,
  sends: readonly Send[],
  emailReason: string | null,
): Send[] {
  return sends
    .filter((send) => isPending(turn, send))
    .map((send) => cancel(turn, concerned, send, emailReason));
}

/** No provider has been given it, and none is being given it now. */
export function isPending(turn: Turn, send: Send): boolean {
  if (isHeld(send)) return true;
  if (send.state !== 'queued' || send.submittedAt !== null) return false;
  const attempt = turn.set.attempts.get(attemptKey({ sendId: send.id, attempt: send.attempt }));
  if (attempt === undefined) return true;
  return attempt.outcome !== null || attempt.skippedReason !== null;
}

function isHeld({ state }: Send): boolean {
  return state === 'armed' || state === 'scheduled';
}

function cancel(turn: Turn, concerned: Concerned, send: Send, emailReason: string | null): Send {
  for (const kind of TIMERS) turn.dropTimer(send.id, kind);
  const refunded = refund(turn, concerned, send);
  const isEmail = send.channel === 'email';
  const cancelled: Send = {
    ...refunded,
    state: 'cancelled',
    skippedReason: isEmail ? emailReason : null,
    awaitsEmail: false,
    fallbackAsked: false,
    updatedAt: turn.now,
  };
  turn.set.sends.save(cancelled);
  if (isEmail && emailReason !== null) {
    emailHappened(turn, 'message.not_sent', concerned, { send, reason: emailReason });
  }
  return cancelled;
}

const TIMERS: readonly TimerKind[] = ['send', 'escalate', 'retry'];
