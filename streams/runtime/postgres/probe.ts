import type { Sql } from './database';
import { inTime } from '../timing/deadline';

/** Whether the database is up: it answers `SELECT 1` within 5 s. */
export async function isReachable(sql: Sql): Promise<boolean> {
  const answer = sql.query(PROBE, []).catch(() => []);
  const rows = await inTime(answer, PROBE_MS);
  return rows !== 'overdue' && rows.length === 1;
}

const PROBE = { name: 'probe', text: 'SELECT 1' };
const PROBE_MS = 5_000;
