import type { Sql } from '../../runtime/postgres/database';
import type { Needs } from '../store/needs';
import type { WorkingSet } from '../store/working-set';
import { type Timer, timers as timersTable } from './tables';

/** Loads the rows of the timers that fire in the batch. */
export async function loadTimers(sql: Sql, set: WorkingSet, { timers }: Needs): Promise<void> {
  if (timers.length === 0) return;
  const values = [
    timers.map(({ businessId }) => businessId),
    timers.map(({ id }) => id),
    timers.map(({ kind }) => kind),
  ];
  set.timers.load(await sql.query<Timer>(TIMERS, values));
}

const TIMERS = {
  name: 'ledger-load-timers',
  text: `
    SELECT ${timersTable.select('t')}
    FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (business_id, subject_id, kind)
    JOIN timers t USING (business_id, subject_id, kind)`,
};
