import type { Found, SendSnapshot } from './send-snapshot';
import type { Work } from './work';

/** What the gates of the channel say about a send, asked again in its claim (CHAN-5). */
export type Verdict =
  | { readonly goes: false; readonly reason: string }
  | { readonly goes: true; readonly counts: readonly Count[]; readonly shortLink: ShortLink | null };

/** A counter that this send raises once, however many attempts it takes. */
export interface Count {
  readonly counter: 'emails_per_day' | 'emails_per_month' | 'texts_per_day' | `emails_to ${string}`;
  /** UTC: `2026-11-15`, or `2026-11` for a month. */
  readonly period: string;
  /** The cap, and the reason for refusing a send beyond it; null: the sends are only counted. */
  readonly limit: { readonly cap: number; readonly reason: string } | null;
}

/** The short link in the nudge. */
export interface ShortLink {
  readonly code: string;
  readonly expiresAt: Date;
}

/** What a sender does with a record, given what is stored about its attempt. */
export type AttemptState =
  /** Nothing: the send is gone or cancelled, or the attempt was made, and the sender that made it reports it. */
  | { readonly step: 'pass' }
  /** An earlier claim refused it. Nobody knows whether that was reported, so it is reported again. */
  | { readonly step: 'skip'; readonly reason: string }
  | { readonly step: 'ask'; readonly snapshot: SendSnapshot; readonly isCounted: boolean };

/**
 * A repeated record does not mean that the first reader crashed. An attempt that is recorded is left to the sender that
 * recorded it, and to the sweep if that sender died. The exception is a claim of this process whose commit got no
 * answer: no provider was called, so the gates are asked again.
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
