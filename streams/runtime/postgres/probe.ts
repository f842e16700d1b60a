import type { Sql } from './database';
import { inTime } from '../timing/deadline';

/** Whether the database answers the simplest of questions within seconds: then it is not away. */
export async function answers(sql: Sql): Promise<boolean> {
  const answer = sql.query(PROBE, []).catch(() => []);
  const rows = await inTime(answer, PROBE_MS);
  return rows !== 'overdue' && rows.length === 1;
}

const PROBE = { name: 'probe', text: 'SELECT 1' };
const PROBE_MS = 5_000;
