import { openPostgres, type PostgresDatabase } from '../../services/shared/postgres/postgres';
import { setbackOf } from '../../streams/runtime/failures/failures';
import { sharedServers } from '../fixtures/shared-servers';
import { until } from '../fixtures/until';
import { SILENT } from '../fixtures/world';

const NAME = `idles-${String(process.pid)}`;

let impatient: PostgresDatabase;
let other: PostgresDatabase;
beforeAll(() => {
  const { databaseUrl: url } = sharedServers();
  const soon = `${url}?idle_in_transaction_session_timeout=100`;
  impatient = openPostgres({ url: soon, applicationName: NAME, maxConnections: 1 }, SILENT);
  other = openPostgres({ url, applicationName: 'test', maxConnections: 1 }, SILENT);
});
afterAll(() => Promise.all([impatient.close(), other.close()]));

test('a transaction that Postgres ended for idling fails with that reason, not with a broken connection', async () => {
  const failure: unknown = await impatient
    .transaction(async (sql) => {
      await sql.query(ONE, []);
      await until('its connection is ended', async () => (await other.query(SESSIONS, [NAME])).length === 0);
      await sql.query(ONE, []);
    })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: '25P03' });
  expect(setbackOf(failure)).toBe('cut_off');
  expect(await impatient.query(ONE, [])).toHaveLength(1);
});

const ONE = { name: 'test-one', text: 'SELECT 1' };
const SESSIONS = {
  name: 'test-sessions',
  text: 'SELECT FROM pg_stat_activity WHERE application_name = $1',
};
