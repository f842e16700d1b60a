import type { EndedAttempt } from './decide';

/** How an endpoint does (specification 3.5). */
export interface Health {
  readonly disabledAt: Date | null;
  readonly consecutiveFailures: number;
  readonly lastSuccessAt: Date | null;
  readonly lastError: string | null;
  /** When the first attempt failed since the last success; null where the last attempt succeeded. */
  readonly failingSince: Date | null;
}

/** What an ended attempt says about its endpoint. */
export interface Sign extends Pick<EndedAttempt, 'state' | 'error'> {
  /** Its event failed before, and was replayed. */
  readonly hasCounted: boolean;
}

/** An event counts once, when its last attempt has failed, however often it is replayed; any success sets the count back. */
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
