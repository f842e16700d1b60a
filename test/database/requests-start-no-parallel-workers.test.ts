import type { PostgresDatabase } from '../../services/shared/postgres/postgres';
import { openLedgerDatabase } from '../fixtures/ledger-database';

let database: PostgresDatabase;
beforeAll(async () => {
  database = await openLedgerDatabase();
  const text = `
    INSERT INTO recipients (business_id, id, email, created_at)
    SELECT 'biz', 'rcp_' || n, n || '@example.com', now() FROM generate_series(1, 20000) AS n`;
  await database.query({ name: 'test-fill', text }, []);
});
afterAll(() => database.close());

test('no statement of the product starts parallel workers, however cheap Postgres thinks they are', async () => {
  expect(await planOf([])).not.toContain('Gather');
});

test('where parallel workers are allowed, Postgres starts them', async () => {
  expect(await planOf(['SET LOCAL max_parallel_workers_per_gather = 2'])).toContain('Gather');
});

/** The plan of a query that is worth parallel workers, at costs that make them free. */
function planOf(settings: readonly string[]): Promise<string> {
  return database.transaction(async (sql) => {
    for (const text of [...FREE, ...settings]) await sql.query({ name: text, text }, []);
    const text = 'EXPLAIN SELECT count(*) FROM recipients WHERE email LIKE $1';
    const rows = await sql.query<{ 'QUERY PLAN': string }>({ name: 'test-plan', text }, ['%7%']);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

const FREE = [
  'SET LOCAL parallel_setup_cost = 0',
  'SET LOCAL parallel_tuple_cost = 0',
  'SET LOCAL min_parallel_table_scan_size = 0',
  'SET LOCAL min_parallel_index_scan_size = 0',
];
