import type { EndedAttempt } from './decide';

/** How an endpoint does (specification 3.5). */
export interface Health {
  readonly disabledAt: Date | null;
  readonly consecutiveFailures: number;
  readonly lastSuccessAt: Date | null;
  readonly lastError: string | null;
}

/** An event counts once, when its last attempt has failed; any success sets the count back. */
export function healthAfter(
  before: Health,
  endings: readonly Pick<EndedAttempt, 'state' | 'error'>[],
  now: Date,
): Health {
  let health = before;
  for (const { state, error } of endings) {
    if (health.disabledAt !== null) return health;
    if (state === 'delivered') {
      health = { ...health, consecutiveFailures: 0, lastSuccessAt: now, lastError: null };
      continue;
    }
    const consecutiveFailures = health.consecutiveFailures + (state === 'failed' ? 1 : 0);
    const disabledAt = consecutiveFailures >= FAILURES_TO_DISABLE ? now : null;
    health = { ...health, consecutiveFailures, disabledAt, lastError: error };
  }
  return health;
}

const FAILURES_TO_DISABLE = 20;
