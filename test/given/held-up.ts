import type { Sql } from '../../streams/runtime/postgres/database';
import { until } from './until';

/** So many statements of this database wait for what another transaction has locked. */
export async function untilHeldUp(sql: Sql, count = 1): Promise<void> {
  await until(
    `${String(count)} are held up by a lock`,
    async () => (await sql.query(HELD_UP, [])).length === count,
  );
}

const HELD_UP = {
  name: 'test-held-up',
  text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
};
