import type { Database } from '../runtime/postgres/database';
import type { EndedAttempt } from './decide';
import { recordFailures } from './record-failures';
import { recordSuccesses } from './record-successes';

/**
 * Writes how attempts ended, and gives back the endpoints that were disabled for it. Most have nothing but successes, which is
 * written with less.
 *
 * Two transactions: each takes its deliveries in the order of an erasure, and one with both of them would not.
 */
export async function recordEndings(
  database: Database,
  endings: readonly EndedAttempt[],
  now: Date,
): Promise<string[]> {
  const failing = new Set(
    endings.filter(({ state }) => state !== 'delivered').map(({ endpointId }) => endpointId),
  );
  const well = endings.filter(({ endpointId }) => !failing.has(endpointId));
  const others = endings.filter(({ endpointId }) => failing.has(endpointId));
  if (well.length > 0) {
    await database.transaction(async (transaction) => recordSuccesses(transaction, well, now));
  }
  return others.length > 0 ? database.transaction((sql) => recordFailures(sql, others, now)) : [];
}
