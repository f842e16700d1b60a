import type { EndedAttempt } from './decide';

/** The health of an endpoint, as merchants see it (HOOK-5). */
export interface Health {
  readonly disabledAt: Date | null;
  readonly consecutiveFailures: number;
  readonly lastSuccessAt: Date | null;
  readonly lastError: string | null;
  /** When the first attempt after the last success failed; null if the last attempt succeeded. */
  readonly failingSince: Date | null;
}

/** What an ended attempt means for the health of its endpoint. */
export interface Sign extends Pick<EndedAttempt, 'state' | 'error'> {
  /** Whether the event has failed before, and was replayed. */
  readonly hasCounted: boolean;
}

/**
 * The health after these attempts. An event counts once, when its last attempt has failed, even if it is replayed and
 * fails again (HOOK-16). Any success sets the count back to zero.
 */
export function healthAfter(before: Health, signs: readonly Sign[], now: Date): Health {
  let health = before;
  for (const { state, error, hasCounted } of signs) {
    if (health.disabledAt !== null) return health;
    if (state === 'delivered') {
      health = { ...health, consecutiveFailures: 0, lastSuccessAt: now, lastError: null, failingSince: null };
      continue;
    }
    const consecutiveFailures = health.consecutiveFailures + (state === 'failed' && !hasCounted ? 1 : 0);
    const disabledAt = consecutiveFailures >= FAILURES_TO_DISABLE ? now : null;
    const failingSince = health.lastError === null ? now : (health.failingSince ?? now);
    health = { ...health, consecutiveFailures, disabledAt, lastError: error, failingSince };
  }
  return health;
}

const FAILURES_TO_DISABLE = 20;
