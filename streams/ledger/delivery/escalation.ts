import type { AddressedMessage } from './domain-events';
import type { Send } from './tables';
import type { Message } from '../messages/tables';
import type { CommandContext } from '../command-context';
import { releaseArmed } from './nudge-by-paid-channel';
import { fallBack } from './fallback';

/**
 * The deadline of an armed nudge has come, and the message is unread. If its email has not gone out yet, the minutes
 * count from the moment when it does (NUDGE-13). Until then the nudge shows the earliest possible deadline, which moves
 * again when it has passed.
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

/**
 * The email has gone out. A nudge that waited for it counts its minutes from now. So does a nudge whose deadline has
 * passed, because it would be waiting too if its timer were not late.
 */
export function emailWentOut(context: CommandContext, { message }: AddressedMessage, email: Send): void {
  for (const armed of armedWith(context, message, email)) {
    if (!armed.awaitsEmail && !isDue(context, armed)) continue;
    const deadline = new Date(context.now.getTime() + holdMs(armed));
    context.set.sends.save({ ...armed, awaitsEmail: false, escalatesAt: deadline, updatedAt: context.now });
    context.setTimer(armed.id, 'escalate', deadline);
  }
}

/**
 * No email will go out, so a nudge that waited for it past its deadline goes at once, and its deadline is now
 * (NUDGE-13).
 */
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

/**
 * The nudges of the same push that are due. A text is charged before a WhatsApp message, even if the timer of the
 * WhatsApp message came first (CREDIT-5).
 */
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
