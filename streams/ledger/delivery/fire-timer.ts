import type { FireTimer } from '../../../schemas/generated/command';
import { NOTED, type Decide } from '../decision';
import type { Concerned } from './domain-events';
import { findSend } from './found-send';
import { deadlineCame } from './escalation';
import { fallBack } from './fallback';
import { queue } from './hand-over';
import { handOverAnew, toPresentNumber } from './present-number';
import { planChanged } from '../accounts/plan';
import type { Business } from '../accounts/tables';
import type { Send, TimerKind } from './tables';
import type { Turn } from '../command-context';

/** A timer may fire twice, or after it was moved or dropped: only what still stands in its row is acted on. */
export const fireTimer: Decide<FireTimer> = (turn, { subject_id: subjectId, kind: name, due_at: dueAt }) => {
  const kind = name as TimerKind;
  const timer = turn.timer(subjectId, kind);
  const business = turn.business();
  if (timer?.dueAt.getTime() !== dueAt || business === undefined) return NOTED;
  turn.dropTimer(subjectId, kind);
  if (kind === 'plan') lapse(turn, business);
  else actOnSend(turn, kind, subjectId);
  return NOTED;
};

function lapse(turn: Turn, business: Business): void {
  if (business.plan !== 'past_due') return;
  const lapsed = { ...business, plan: 'lapsed' as const, version: business.version + 1, updatedAt: turn.now };
  turn.set.businesses.save(lapsed);
  planChanged(turn, business, lapsed);
}

function actOnSend(turn: Turn, kind: Exclude<TimerKind, 'plan'>, id: string): void {
  const found = findSend(turn, id);
  if (found !== undefined) ON_TIME[kind](turn, found.concerned, found.send);
}

type OnTime = (turn: Turn, concerned: Concerned, send: Send) => void;

const ON_TIME: Readonly<Record<Exclude<TimerKind, 'plan'>, OnTime>> = {
  send(turn, concerned, send) {
    if (send.state !== 'scheduled') return;
    const readdressed = toPresentNumber(turn, concerned, send);
    if (readdressed !== undefined) queue(turn, concerned, readdressed);
  },
  retry(turn, concerned, send) {
    // A report may have said meanwhile that the provider has it after all.
    if (send.state !== 'queued' || send.submittedAt !== null) return;
    handOverAnew(turn, concerned, send);
  },
  escalate(turn, concerned, send) {
    if (send.state === 'armed') deadlineCame(turn, concerned, send);
  },
  fallback(turn, concerned, send) {
    fallBack(turn, concerned, send);
  },
};
