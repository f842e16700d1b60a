import { migrations } from '../../../migrations/index';
import type { Sql } from '../../../streams/runtime/postgres/database';
import { nameWhatFails } from '../../../streams/runtime/failures/name-what-fails';

/** For a service that only uses the database: its migrations must be exactly those of this release. */
export async function assertMigrated(sql: Sql): Promise<void> {
  const rows = await nameWhatFails(
    DATABASE,
    sql.query<{ name: string }>(APPLIED, []).catch((error: unknown) => {
      if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
      throw error;
    }),
  );
  const applied = rows.map((row) => row.name);
  assertNotAhead(applied);
  const missing = migrations.find(({ name }) => !applied.includes(name));
  if (missing !== undefined) {
    throw new Error(`the database lacks migration ${missing.name}: run the setup service first`);
  }
}

export function assertNotAhead(applied: readonly string[]): void {
  if (applied.includes(BEFORE_THE_SQUASH)) {
    throw new Error(
      'the database has the layout of an early build, which cannot be migrated. Point DATABASE_URL at an empty database' +
        ' and run the setup service; for a local instance, stop it, delete the folder .local and start again',
    );
  }
  const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name));
  if (unknown !== undefined) {
    throw new Error(
      `the database is newer than this release: it has migration ${unknown}, which this release does not know.` +
        ' Run the release that set it up, or a later one',
    );
  }
}

/** The first migration of the builds before the first release, whose migrations were replaced by one schema. */
const BEFORE_THE_SQUASH = '001-spine';

export const DATABASE = 'the database at DATABASE_URL';
const UNDEFINED_TABLE = '42P01';
const APPLIED = { name: 'migrations-applied', text: 'SELECT name FROM knex_migrations ORDER BY id' };
