import type { Command } from '../../../schemas/generated/command';
import type { Transaction } from '../../runtime/postgres/database';

/** What stands still until its parked command is replayed: a timer, a send, or the erasure of a recipient. */
export interface Parked {
  readonly kind: 'timer' | 'send' | 'erasure';
  readonly businessId: string;
  readonly subjectId: string;
}

/**
 * Marks the timer or the attempt of a parked command (HAZ-22). Timers and senders repeat a command until it is applied,
 * and each repeat would be parked too. A marked timer or attempt is left alone until the dead letter is replayed.
 */
export function markParked(
  transaction: Transaction,
  { business_id: businessId, body }: Command,
  at: Date,
): Parked | null {
  if ('FireTimer' in body) {
    const { subject_id: subjectId, kind, due_at: dueAt } = body.FireTimer;
    transaction.send(PARK_TIMER, [businessId, subjectId, kind, new Date(dueAt)]);
    return { kind: 'timer', businessId, subjectId };
  }
  if ('ReportAttempt' in body) {
    const { send_id: subjectId, attempt } = body.ReportAttempt;
    transaction.send(PARK_ATTEMPT, [businessId, subjectId, attempt, at]);
    return { kind: 'send', businessId, subjectId };
  }
  if ('EraseChunk' in body) return { kind: 'erasure', businessId, subjectId: body.EraseChunk.erasure_id };
  return null;
}

const PARK_TIMER = {
  name: 'ledger-park-timer',
  text: `
    UPDATE timers SET parked_due_at = due_at
    WHERE business_id = $1 AND subject_id = $2 AND kind = $3 AND due_at = $4`,
};

const PARK_ATTEMPT = {
  name: 'ledger-park-attempt',
  text: `
    UPDATE send_attempts SET parked_at = $4
    WHERE business_id = $1 AND send_id = $2 AND attempt = $3 AND outcome IS NULL`,
};
