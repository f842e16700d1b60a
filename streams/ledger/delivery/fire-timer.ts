import type { FireTimer } from '../../../schemas/generated/command';
import { NOTED, type Decide } from '../decision';
import type { AddressedMessage } from './domain-events';
import { findSend } from './found-send';
import { deadlineCame } from './escalation';
import { fallBack } from './fallback';
import { queueSend } from './enqueue-send';
import { enqueueAgain, toPresentNumber } from './present-number';
import { planChanged } from '../accounts/plan';
import type { Business } from '../accounts/tables';
import type { Send, TimerKind } from './tables';
import type { CommandContext } from '../command-context';

/** A timer may fire twice, or after it was moved or dropped. It acts only if its row still has the same deadline. */
export const fireTimer: Decide<FireTimer> = (
  context,
  { subject_id: subjectId, kind: name, due_at: dueAt },
) => {
  const kind = name as TimerKind;
  const timer = context.timer(subjectId, kind);
  const business = context.business();
  if (timer?.dueAt.getTime() !== dueAt || business === undefined) return NOTED;
  context.dropTimer(subjectId, kind);
  if (kind === 'plan') lapse(context, business);
  else actOnSend(context, kind, subjectId);
  return NOTED;
};

function lapse(context: CommandContext, business: Business): void {
  if (business.plan !== 'past_due') return;
  const lapsed = {
    ...business,
    plan: 'lapsed' as const,
    version: business.version + 1,
    updatedAt: context.now,
  };
  context.set.businesses.save(lapsed);
  planChanged(context, business, lapsed);
}

function actOnSend(context: CommandContext, kind: Exclude<TimerKind, 'plan'>, id: string): void {
  const found = findSend(context, id);
  if (found !== undefined) ON_TIME[kind](context, found.addressed, found.send);
}

type OnTime = (context: CommandContext, addressed: AddressedMessage, send: Send) => void;

const ON_TIME: Readonly<Record<Exclude<TimerKind, 'plan'>, OnTime>> = {
  send(context, addressed, send) {
    if (send.state !== 'scheduled') return;
    const readdressed = toPresentNumber(context, addressed, send);
    if (readdressed !== undefined) queueSend(context, addressed, readdressed);
  },
  retry(context, addressed, send) {
    // A report may have shown meanwhile that the provider has it after all.
    if (send.state !== 'queued' || send.submittedAt !== null) return;
    enqueueAgain(context, addressed, send);
  },
  escalate(context, addressed, send) {
    if (send.state === 'armed') deadlineCame(context, addressed, send);
  },
  fallback(context, addressed, send) {
    fallBack(context, addressed, send);
  },
};
