/** The command with which a sender reports to the ledger how an attempt ended. */
import type { ReportAttempt } from '../../schemas/generated/command';
import { newId } from '../../schemas/ids';
import type { UnaskedCommand } from '../runtime/commands/command-writer';
import type { Submission } from './provider';

/** Identifies the attempt that a report is about. */
export interface AttemptRef {
  readonly businessId: string;
  readonly sendId: string;
  readonly attempt: number;
}

/** The number of emails of the business in a month, the reported one included (LIMIT-12). */
export interface MonthlyTally {
  readonly emails: number;
  readonly month: string;
}

export type Ending = Omit<ReportAttempt, 'send_id' | 'attempt'>;

const NOTHING_MORE = {
  provider_id: null,
  retry_after_ms: null,
  skipped_reason: null,
  emails_this_month: null,
  counted_month: null,
};

export function submissionEnding(submission: Submission, monthly: MonthlyTally | null): Ending {
  return {
    ...NOTHING_MORE,
    outcome: submission.outcome,
    provider_id: submission.outcome === 'accepted' ? submission.providerId : null,
    retry_after_ms: submission.outcome === 'throttled' ? bounded(submission.retryAfterMs) : null,
    emails_this_month: monthly?.emails ?? null,
    counted_month: monthly?.month ?? null,
  };
}

export function skipEnding(reason: string): Ending {
  return { ...NOTHING_MORE, outcome: 'skipped', skipped_reason: reason };
}

/** No sender will report how the attempt ended, and the message may have arrived. */
export const UNKNOWN_ENDING: Ending = { ...NOTHING_MORE, outcome: 'unknown' };

/** The provider was not called. */
export const NOT_REACHED_ENDING: Ending = { ...NOTHING_MORE, outcome: 'not_reached' };

export function reportOf(ref: AttemptRef, ending: Ending, nowMs: number): UnaskedCommand {
  return {
    command_id: newId('cmd', nowMs),
    business_id: ref.businessId,
    issued_at: nowMs,
    body: { ReportAttempt: { send_id: ref.sendId, attempt: ref.attempt, ...ending } },
  };
}

/** Bounded because a provider may name any number. The ledger never waits as long as a day. */
function bounded(retryAfterMs: number | null): number | null {
  return retryAfterMs === null ? null : Math.round(Math.min(Math.max(retryAfterMs, 0), 86_400_000));
}
