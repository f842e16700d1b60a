import knex, { type Knex } from 'knex';
import { migrations } from '../../../migrations/index';
import { nameWhatFails } from '../../../streams/runtime/failures/name-what-fails';
import { assertNotAhead, DATABASE } from './database-version';
import { SMALL_SAMPLES } from './small-samples';

/**
 * Migrates the database to this release, and refuses one that is ahead: an older release does not know what a newer one
 * wrote. Several that start at once take turns. A lock left behind by a killed process does not stay.
 */
export async function migrate(databaseUrl: string): Promise<{ applied: readonly string[] }> {
  const database = knex({ client: 'pg', connection: databaseUrl, pool: { min: 1, max: 2 } });
  try {
    await nameWhatFails(DATABASE, Promise.resolve(database.raw('SELECT 1')));
    return await database.transaction(async (turn) => {
      await turn.raw('SELECT pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
      assertNotAhead(await appliedMigrations(database));
      const [, applied] = (await database.migrate.latest({
        migrationSource: SOURCE,
        disableMigrationsListValidation: true,
      })) as [number, string[]];
      await turn.raw(SMALL_SAMPLES);
      return { applied };
    });
  } finally {
    await database.destroy();
  }
}

async function appliedMigrations(database: Knex): Promise<string[]> {
  if (!(await database.schema.hasTable('knex_migrations'))) return [];
  // A process that is killed while it migrates leaves knex's own lock set. Our lock is the one that counts.
  await database.migrate.forceFreeMigrationsLock();
  const rows = await database('knex_migrations').select<{ name: string }[]>('name').orderBy('id');
  return rows.map((row) => row.name);
}

const SOURCE: Knex.MigrationSource<(typeof migrations)[number]> = {
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: ({ name }) => name,
  getMigration: ({ up }) =>
    Promise.resolve({ up, down: () => Promise.reject(new Error('migrations only go forward')) }),
};

const MIGRATION_LOCK = 7_301_954;
