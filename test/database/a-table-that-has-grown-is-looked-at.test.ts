import type { PostgresDatabase } from '../../services/shared/postgres/postgres';
import { SMALL_SAMPLES } from '../../services/shared/postgres/small-samples';
import { refreshStatistics } from '../../streams/runtime/postgres/table-statistics';
import { openLedgerDatabase } from '../fixtures/ledger-database';
import { until } from '../fixtures/until';

let database: PostgresDatabase;
beforeAll(async () => {
  database = await openLedgerDatabase();
  // Otherwise autovacuum may analyze the table in between, and the test would see nothing.
  const text = 'ALTER TABLE recipients SET (autovacuum_enabled = false)';
  await database.query({ name: 'alone', text }, []);
});
afterAll(() => database.close());

test('a table is analyzed when it has doubled, so that look-ups use the index they are meant to use', async () => {
  const grown: string[] = [];
  await insertRecipients(1, 3_000);
  await until('the table is analyzed', async () => {
    grown.push(...(await refreshStatistics(database)));
    return grown.includes('recipients');
  });
  expect(await knownRows()).toBe(3_000);
  expect(await planOf('address')).toContain('recipients_business_id_email_key');
  expect(await planOf('id')).toContain('recipients_pkey');
});

test('until it has doubled again it is not analyzed, however much its rows change', async () => {
  await insertRecipients(3_001, 3_100);
  const text = `UPDATE recipients SET email = 'new ' || email WHERE email LIKE '1%'`;
  await database.query({ name: 'change', text }, []);
  await counted(100 + 1_111);
  expect(await refreshStatistics(database)).not.toContain('recipients');
  expect(await knownRows()).toBe(3_000);
});

test('an analysis takes a small sample, except where an operator has set another size', async () => {
  expect(await sampled('recipients')).toEqual([10]);
  expect(await sampled('sends')).toEqual([10]);
  await database.query({ name: 'more', text: 'ALTER TABLE sends ALTER COLUMN state SET STATISTICS 50' }, []);
  await database.query({ name: 'add', text: 'ALTER TABLE sends ADD COLUMN of_next_release text' }, []);
  await database.query({ name: 'small-samples', text: SMALL_SAMPLES }, []);
  expect(await sampled('sends')).toEqual([10, 50]);
});

/** The statistics targets of the columns of a table. An analysis reads 300 times the largest of them in rows. */
async function sampled(table: string): Promise<(number | null)[]> {
  const text = `
    SELECT DISTINCT attstattarget::int AS target FROM pg_attribute
    WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY target`;
  const rows = await database.query<{ target: number | null }>({ name: 'sampled', text }, [table]);
  return rows.map(({ target }) => target);
}

async function insertRecipients(from: number, to: number): Promise<void> {
  const text = `
    INSERT INTO recipients (business_id, id, email, created_at)
    SELECT 'biz', 'rcp_' || n, n || '@example.com', now() FROM generate_series($1::int, $2::int) AS n`;
  await database.query({ name: 'insert', text }, [from, to]);
}

/** Postgres counts the writes of other sessions only when those pause. */
async function counted(rows: number): Promise<void> {
  const text = `SELECT n_mod_since_analyze::int AS rows FROM pg_stat_user_tables WHERE relname = 'recipients'`;
  await until(
    'the rows are counted',
    async () => (await database.query<{ rows: number }>({ name: 'counted', text }, []))[0]?.rows === rows,
  );
}

async function knownRows(): Promise<number | undefined> {
  const text = `SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'recipients'`;
  return (await database.query<{ rows: number }>({ name: 'known', text }, []))[0]?.rows;
}

async function planOf(what: 'address' | 'id'): Promise<string> {
  const column = what === 'address' ? 'email' : 'id';
  const text = `
    EXPLAIN SELECT r.id FROM unnest(ARRAY['biz'], ARRAY['x']) AS wanted (business_id, ${column})
    JOIN recipients r USING (business_id, ${column})`;
  const rows = await database.query<Record<string, string>>({ name: `plan-${what}`, text }, []);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
