import type { Found, SendSnapshot } from './send-snapshot';
import type { Work } from './work';

/** What the channel says about a send at the last moment, its gates asked again. */
export type Verdict =
  | { readonly goes: false; readonly reason: string }
  | { readonly goes: true; readonly counts: readonly Count[]; readonly shortLink: ShortLink | null };

/** A counter that this send raises, once however many attempts it takes. */
export interface Count {
  readonly counter: 'emails_per_day' | 'emails_per_month' | 'texts_per_day' | `emails_to ${string}`;
  /** UTC: `2026-11-15`, or `2026-11` for a month. */
  readonly period: string;
  /** No more than this, and the reason given to those who come later; null: only counted. */
  readonly limit: { readonly cap: number; readonly reason: string } | null;
}

/** What a short link in the nudge leads to. */
export interface ShortLink {
  readonly code: string;
  readonly expiresAt: Date;
}

/** What a record that asks for an attempt finds. */
export type AttemptState =
  /** Nothing to do: it is gone, was called off, or the attempt was made. Whoever made it reports it. */
  | { readonly step: 'pass' }
  /** It was decided before that it does not go; whether that was reported is not known. */
  | { readonly step: 'skip'; readonly reason: string }
  | { readonly step: 'ask'; readonly snapshot: SendSnapshot; readonly isCounted: boolean };

/**
 * A repeated record is not a crash: an attempt that is written down is left to whoever wrote it, and to the sweep should
 * they have died. The one exception is a claim of our own whose commit got no answer: then the provider has not been
 * called, and the attempt is taken up.
 */
export function attemptStateOf(work: Work, found: Found | undefined): AttemptState {
  if (found === undefined) return { step: 'pass' };
  const { snapshot, attempt, isCounted } = found;
  const { state, submittedAt } = snapshot.send;
  if (state !== 'queued' || submittedAt !== null || snapshot.send.attempt !== work.attempt) {
    return { step: 'pass' };
  }
  if (attempt === null) return { step: 'ask', snapshot, isCounted };
  if (attempt.outcome !== null) return { step: 'pass' };
  if (attempt.skippedReason !== null) return { step: 'skip', reason: attempt.skippedReason };
  return work.doubtfulClaims.includes(attempt.sender)
    ? { step: 'ask', snapshot, isCounted: true }
    : { step: 'pass' };
}
