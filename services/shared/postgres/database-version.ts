import { migrations } from '../../../migrations/index';
import type { Sql } from '../../../streams/runtime/postgres/database';
import { nameWhatFails } from '../../../streams/runtime/failures/name-what-fails';

/** For a service that only uses the database: it must be exactly as new as the code. */
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
  const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name));
  if (unknown !== undefined) {
    throw new Error(
      `the database is newer than this release: it has migration ${unknown}, which is not known here`,
    );
  }
}

export const DATABASE = 'the database at DATABASE_URL';
const UNDEFINED_TABLE = '42P01';
const APPLIED = { name: 'migrations-applied', text: 'SELECT name FROM knex_migrations ORDER BY id' };
