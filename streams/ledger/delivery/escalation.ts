import type { AddressedMessage } from './domain-events';
import type { Send } from './tables';
import type { Message } from '../messages/tables';
import type { CommandContext } from '../command-context';
import { releaseArmed } from './ask-paid';
import { fallBack } from './fallback';

/**
 * The deadline of an armed nudge has come and the message is unread. If its email has not gone out yet, the minutes count
 * anew from when it does (2.1): until then the deadline shown is the earliest it can be, and moves again when that has passed.
 */
export function deadlineCame(context: CommandContext, addressed: AddressedMessage, armed: Send): void {
  if (isStillToGo(emailOf(context, addressed.message, armed))) {
    const earliest = new Date(context.now.getTime() + holdMs(armed));
    context.set.sends.save({ ...armed, awaitsEmail: true, escalatesAt: earliest, updatedAt: context.now });
    context.setTimer(armed.id, 'escalate', earliest);
    return;
  }
  for (const due of dueWith(context, addressed.message, armed)) release(context, addressed, due);
}

/** The email has gone out: whoever waited for it, or would have if their timer were not late, counts from now. */
export function emailWentOut(context: CommandContext, { message }: AddressedMessage, email: Send): void {
  for (const armed of armedWith(context, message, email)) {
    if (!armed.awaitsEmail && !isDue(context, armed)) continue;
    const deadline = new Date(context.now.getTime() + holdMs(armed));
    context.set.sends.save({ ...armed, awaitsEmail: false, escalatesAt: deadline, updatedAt: context.now });
    context.setTimer(armed.id, 'escalate', deadline);
  }
}

/** No email will go out: whoever waited for it past its deadline goes at once (D6), so that is the deadline. */
export function emailWillNotGo(context: CommandContext, addressed: AddressedMessage, email: Send): void {
  for (const armed of armedWith(context, addressed.message, email)) {
    if (armed.awaitsEmail) release(context, addressed, { ...armed, escalatesAt: context.now });
  }
}

function release(context: CommandContext, addressed: AddressedMessage, armed: Send): void {
  context.dropTimer(armed.id, 'escalate');
  const { send, textInstead } = releaseArmed(context, addressed, armed);
  if (textInstead) fallBack(context, addressed, send);
}

/** What the same push holds until now. A text is charged before a WhatsApp message (D3), whichever timer came first. */
function dueWith(context: CommandContext, message: Message, { nudge }: Send): Send[] {
  return armedWith(context, message, { nudge })
    .filter((send) => isDue(context, send))
    .sort((one, other) => (one.channel < other.channel ? -1 : 1));
}

function isDue({ now }: CommandContext, { escalatesAt }: Send): boolean {
  return escalatesAt !== null && escalatesAt <= now;
}

function armedWith(context: CommandContext, message: Message, { nudge }: Pick<Send, 'nudge'>): Send[] {
  return context.sendsOf(message).filter((send) => send.state === 'armed' && send.nudge === nudge);
}

function emailOf(context: CommandContext, message: Message, { nudge }: Send): Send | undefined {
  return context.sendsOf(message).findLast((send) => send.channel === 'email' && send.nudge === nudge);
}

function isStillToGo(email: Send | undefined): boolean {
  if (email?.submittedAt !== null) return false;
  return email.state === 'scheduled' || email.state === 'queued';
}

function holdMs({ escalateAfterMinutes }: Send): number {
  return (escalateAfterMinutes ?? 0) * 60_000;
}
