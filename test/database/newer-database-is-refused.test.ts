import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrations } from '../../migrations';
import { migrate } from '../../services/shared/postgres/migrate';
import { assertMigrated } from '../../services/shared/postgres/database-version';
import { openPostgres } from '../../services/shared/postgres/postgres';
import { startBeside } from '../fixtures/product';
import { createDatabase, SILENT } from '../fixtures/world';
import { sharedServers } from '../fixtures/shared-servers';

let url: string;
let database: ReturnType<typeof openPostgres>;
beforeEach(async () => {
  url = await createDatabase(sharedServers().databaseUrl, `versions_${randomBytes(6).toString('hex')}`);
  database = openPostgres({ url, applicationName: 'test' }, SILENT);
});
afterEach(() => database.close());

test('a service does not start on a database that was never set up', async () => {
  await expect(assertMigrated(database)).rejects.toThrow(
    /lacks migration 001-log: run the setup service first/,
  );
});

test('nor does a processor that reads its clock from that database', async () => {
  const timers = startBeside({ DATABASE_URL: url, CLOCK: 'movable' }, 'pipeline', 'timers');
  expect(await timers.ended()).toBe(1);
  const { error } = await timers.logged('the process ends');
  expect((error as Error).message).toMatch(/lacks migration 001-log: run the setup service first/);
});

test('set-ups that run at the same time migrate once, and the second finds nothing to do', async () => {
  const results = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(results.flatMap(({ applied }) => applied)).toEqual(migrations.map(({ name }) => name));
  await expect(assertMigrated(database)).resolves.toBeUndefined();
});

test('neither set-up nor a service starts on a database of a newer release, and nothing changes', async () => {
  await migrate(url);
  await run(
    "INSERT INTO knex_migrations (name, batch, migration_time) VALUES ('999-from-the-future', 9, now())",
  );
  await expect(migrate(url)).rejects.toThrow(/newer than this release: it has migration 999-from-the-future/);
  await expect(assertMigrated(database)).rejects.toThrow(/newer than this release/);
});

test('neither starts on the layout of an early build, and both say what to do', async () => {
  await migrate(url);
  await run("UPDATE knex_migrations SET name = '001-spine' WHERE name = '001-log'");
  const refusal =
    /layout of an early build, which cannot be migrated. Point DATABASE_URL at an empty database/;
  await expect(migrate(url)).rejects.toThrow(refusal);
  await expect(assertMigrated(database)).rejects.toThrow(refusal);
});

test('a set-up that was killed while it held the lock does not keep the next one from migrating', async () => {
  await migrate(url);
  await run('UPDATE knex_migrations_lock SET is_locked = 1');
  await expect(migrate(url)).resolves.toEqual({ applied: [] });
});

async function run(sql: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
