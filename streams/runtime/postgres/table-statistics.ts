import type { Sql } from './database';

/**
 * Analyzes tables that have doubled. Autovacuum does so once a minute at most, and until then Postgres plans as if
 * the table were empty: all indexes that begin with the business look alike. Each look-up then read all 10,000
 * recipients of a business, and a new installation under load spent more than a core on that.
 */
export async function refreshStatistics(sql: Sql): Promise<readonly string[]> {
  const grown = await sql.query<{ name: string }>(GROWN, []);
  for (const { name } of grown) {
    // Skips a table that Postgres or another ledger is analyzing at the same time.
    await sql.query({ name: `analyze-${name}`, text: `ANALYZE (SKIP_LOCKED) ${name}` }, []);
  }
  return grown.map(({ name }) => name);
}

/**
 * Compares the number of rows with that of the last ANALYZE, and does not count changes: a small table that changes all
 * the time would be analyzed, and every plan remade, all the time. Large tables are analyzed rarely, and ANALYZE reads
 * at most 3,000 of their rows.
 */
const GROWN = {
  name: 'tables-grown',
  text: `
    SELECT s.relname AS name FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
    WHERE s.schemaname = current_schema() AND s.n_live_tup > 500 + 2 * greatest(c.reltuples, 0)
    ORDER BY s.relname`,
};
