import type { Command } from '../../../schemas/generated/command';
import type { Transaction } from '../../runtime/postgres/database';

/** What waits for the replay of a command of its own: a timer, a send, or a recipient who is being erased. */
export interface Parked {
  readonly kind: 'timer' | 'send' | 'erasure';
  readonly businessId: string;
  readonly subjectId: string;
}

/**
 * The command is put aside (hazard 20). Those of timers and senders are made anew for as long as they are not applied, and
 * each would be put aside again: so what they are about is marked, and then left alone until the letter is replayed.
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
