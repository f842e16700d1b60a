import type { Sql } from './database';

/**
 * Postgres looks at a table by itself once a minute at most, and until then plans as if it were empty: all indexes that
 * begin with the business look alike to it. Of a business with 10,000 recipients each look-up then read all of them, and a
 * new installation under load spent more than a core on that. So a table that has doubled is looked at soon.
 */
export async function refreshStatistics(sql: Sql): Promise<readonly string[]> {
  const grown = await sql.query<{ name: string }>(GROWN, []);
  for (const { name } of grown) {
    // One that Postgres or another ledger is looking at just now is left to them.
    await sql.query({ name: `analyze-${name}`, text: `ANALYZE (SKIP_LOCKED) ${name}` }, []);
  }
  return grown.map(({ name }) => name);
}

/** A look takes as long for a large table as for one of 30,000 rows, and there are the fewer the larger it is. */
const GROWN = {
  name: 'tables-grown',
  text: `
    SELECT relname AS name FROM pg_stat_user_tables
    WHERE schemaname = current_schema() AND n_mod_since_analyze > 250 + n_live_tup / 2
    ORDER BY relname`,
};
