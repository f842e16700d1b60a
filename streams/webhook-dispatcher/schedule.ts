/** A failed attempt, with what its answer asks for. */
export interface FailedAttempt {
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly retryAfterMs: number | null;
  /** From 0 up to but not including 1. A parameter, so that tests can choose it. */
  readonly jitter: number;
}

/**
 * How long to wait after a failed attempt (HOOK-12). The endpoint may ask for more than the step, up to the step after
 * it; without that bound one header could make a delivery wait for ever. Jitter spreads the retries of deliveries that
 * failed together in an outage. It never shortens what the endpoint asked for.
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

/**
 * The waits between the 8 attempts. A deployment is over after the second wait, a bad night after the last (20.6 h).
 */
const STEPS_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR];
const JITTER = 0.1;
