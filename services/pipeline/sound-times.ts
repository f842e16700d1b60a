import type { Times } from '../../streams/ledger/housekeeping/forget';
import type { Sql } from '../../streams/runtime/postgres/database';

/**
 * The moments by which rows are dropped: this process's own, but not ahead of the database's clock. A host a day ahead would
 * drop the Idempotency-Keys of everybody, and a retry would be pushed and charged twice.
 */
export async function soundTimes(
  sql: Sql,
  clock: { now(): number },
  wallNowMs: () => number,
): Promise<Times> {
  const [row] = await sql.query<{ now: Date }>(NOW, []);
  const ownMs = wallNowMs();
  const aheadMs = row === undefined ? 0 : Math.max(0, ownMs - row.now.getTime());
  return { nowMs: clock.now() - aheadMs, wallNowMs: ownMs - aheadMs };
}

const NOW = { name: 'housekeeping-now', text: 'SELECT clock_timestamp() AS now' };
