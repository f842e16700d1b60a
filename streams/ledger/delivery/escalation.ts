import type { Concerned } from './domain-events';
import type { Send } from './tables';
import type { Message } from '../messages/tables';
import type { Turn } from '../command-context';
import { releaseArmed } from './ask-paid';
import { fallBack } from './fallback';

/**
 * The deadline of an armed nudge has come and the message is unread. If its email has not gone out yet, the minutes count
 * anew from when it does (2.1): until then the deadline shown is the earliest it can be, and moves again when that has passed.
 */
export function deadlineCame(turn: Turn, concerned: Concerned, armed: Send): void {
  if (isStillToGo(emailOf(turn, concerned.message, armed))) {
    const earliest = new Date(turn.now.getTime() + holdMs(armed));
    turn.set.sends.save({ ...armed, awaitsEmail: true, escalatesAt: earliest, updatedAt: turn.now });
    turn.setTimer(armed.id, 'escalate', earliest);
    return;
  }
  for (const due of dueWith(turn, concerned.message, armed)) release(turn, concerned, due);
}

/** The email has gone out: whoever waited for it, or would have if their timer were not late, counts from now. */
export function emailWentOut(turn: Turn, { message }: Concerned, email: Send): void {
  for (const armed of armedWith(turn, message, email)) {
    if (!armed.awaitsEmail && !isDue(turn, armed)) continue;
    const deadline = new Date(turn.now.getTime() + holdMs(armed));
    turn.set.sends.save({ ...armed, awaitsEmail: false, escalatesAt: deadline, updatedAt: turn.now });
    turn.setTimer(armed.id, 'escalate', deadline);
  }
}

/** No email will go out: whoever waited for it past its deadline goes at once (D6), so that is the deadline. */
export function emailWillNotGo(turn: Turn, concerned: Concerned, email: Send): void {
  for (const armed of armedWith(turn, concerned.message, email)) {
    if (armed.awaitsEmail) release(turn, concerned, { ...armed, escalatesAt: turn.now });
  }
}

function release(turn: Turn, concerned: Concerned, armed: Send): void {
  turn.dropTimer(armed.id, 'escalate');
  const { send, textInstead } = releaseArmed(turn, concerned, armed);
  if (textInstead) fallBack(turn, concerned, send);
}

/** What the same push holds until now. A text is charged before a WhatsApp message (D3), whichever timer came first. */
function dueWith(turn: Turn, message: Message, { nudge }: Send): Send[] {
  return armedWith(turn, message, { nudge })
    .filter((send) => isDue(turn, send))
    .sort((one, other) => (one.channel < other.channel ? -1 : 1));
}

function isDue({ now }: Turn, { escalatesAt }: Send): boolean {
  return escalatesAt !== null && escalatesAt <= now;
}

function armedWith(turn: Turn, message: Message, { nudge }: Pick<Send, 'nudge'>): Send[] {
  return turn.sendsOf(message).filter((send) => send.state === 'armed' && send.nudge === nudge);
}

function emailOf(turn: Turn, message: Message, { nudge }: Send): Send | undefined {
  return turn.sendsOf(message).findLast((send) => send.channel === 'email' && send.nudge === nudge);
}

function isStillToGo(email: Send | undefined): boolean {
  if (email?.submittedAt !== null) return false;
  return email.state === 'scheduled' || email.state === 'queued';
}

function holdMs({ escalateAfterMinutes }: Send): number {
  return (escalateAfterMinutes ?? 0) * 60_000;
}
