import type { Database } from '../runtime/postgres/database';
import type { EndedAttempt } from './decide';
import { recordFailures } from './record-failures';
import { recordSuccesses } from './record-successes';

/**
 * Stores how attempts ended, and returns the endpoints that were disabled. Most endpoints have only successes, which
 * take fewer statements.
 *
 * It uses two transactions. Each locks its deliveries in the order of an erasure; one transaction for both would not.
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
