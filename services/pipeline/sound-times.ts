import type { Times } from '../../streams/ledger/housekeeping/forget';
import type { Sql } from '../../streams/runtime/postgres/database';

/**
 * The times by which rows are deleted: those of this process, but never ahead of the database's clock. Otherwise a host
 * a day ahead would delete everybody's Idempotency-Keys, and a retry would be pushed and charged twice (HAZ-19).
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
