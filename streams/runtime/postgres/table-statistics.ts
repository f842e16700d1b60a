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

/**
 * Rows now against rows at the last look, and not what was changed since: a table whose few rows change all the time would
 * be looked at all the time, and every plan with it be made anew. There are the fewer looks the larger the table is, and
 * none reads more than 3,000 of its rows.
 */
const GROWN = {
  name: 'tables-grown',
  text: `
    SELECT s.relname AS name FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
    WHERE s.schemaname = current_schema() AND s.n_live_tup > 500 + 2 * greatest(c.reltuples, 0)
    ORDER BY s.relname`,
};
