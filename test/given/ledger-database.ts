import { randomBytes } from 'node:crypto';
import { migrate } from '../../services/shared/postgres/migrate';
import { openPostgres, type PostgresDatabase } from '../../services/shared/postgres/postgres';
import { sharedServers } from './shared-servers';
import { createDatabase, SILENT } from './world';

/** A database of a test's own, for tests that drive the ledger without a log. */
export async function openLedgerDatabase(): Promise<PostgresDatabase> {
  const name = `ledger_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(sharedServers().databaseUrl, name);
  await migrate(url);
  return openPostgres({ url, applicationName: 'test' }, SILENT);
}
