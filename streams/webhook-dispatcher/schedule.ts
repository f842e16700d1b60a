export interface FailedAttempt {
  /** Its number, from 1. */
  readonly attempt: number;
  readonly retryAfterMs: number | null;
  /** From 0 up to but not including 1; handed in, for what is decided here is decided again in tests. */
  readonly jitter: number;
}

/**
 * How long to wait after an attempt that failed. The endpoint may ask for more than the step, up to the step after it:
 * without that bound one header would keep a delivery waiting for good. Jitter lets the deliveries that failed together
 * in an outage come back apart; it never shortens what the endpoint asked for.
 */
export function nextAttempt({ attempt, retryAfterMs, jitter }: FailedAttempt): number | 'exhausted' {
  const step = STEPS_MS[attempt - 1];
  if (step === undefined) return 'exhausted';
  const longest = STEPS_MS[attempt] ?? step;
  const jittered = Math.round(step * (1 - JITTER + 2 * JITTER * jitter));
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, longest));
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The waits between 8 attempts: a deployment is over after the second, a bad night after the last (20.6 hours). */
const STEPS_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR];
const JITTER = 0.1;
