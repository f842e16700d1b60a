import { openPostgres, type PostgresDatabase } from '../../services/shared/postgres/postgres';
import { classifyFailure } from '../../streams/runtime/failures';
import { startBrokerProxy, type BrokerProxy } from '../given/broker-proxy';
import { sharedServers } from '../given/shared-servers';
import { statement } from '../given/table-of-numbers';
import { SILENT } from '../given/world';

const ONE = statement('one', 'SELECT 1 AS number');

let network: BrokerProxy;
let database: PostgresDatabase;
beforeEach(async () => {
  const url = new URL(sharedServers().databaseUrl);
  network = await startBrokerProxy(Number(url.port));
  url.port = String(network.port);
  const options = { url: url.href, applicationName: 'test', maxConnections: 1, answerWithinMs: 2_000 };
  database = openPostgres(options, SILENT);
  expect(await database.query(ONE, [])).toEqual([{ number: 1 }]);
});
afterEach(async () => {
  await database.close();
  await network.close();
});

test('a query fails as in any other outage, and the next one gets another connection', async () => {
  network.dropRequests(true);
  expect(await failureOf(database.query(ONE, []))).toBe('outage');
  network.dropRequests(false);
  expect(await database.query(ONE, [])).toEqual([{ number: 1 }]);
});

test('so does a transaction, with the one that follows it over the same connection', async () => {
  const series = database.series();
  network.dropRequests(true);
  const first = series.begin(async (transaction) => transaction.send(ONE, []));
  await first.sent;
  const next = series.begin((transaction) => transaction.query(ONE, []));
  expect(await Promise.all([failureOf(first.committed), failureOf(next.committed)])).toEqual([
    'outage',
    'outage',
  ]);
  network.dropRequests(false);
  expect(await series.begin((transaction) => transaction.query(ONE, [])).committed).toEqual([{ number: 1 }]);
  expect(await database.query(ONE, [])).toEqual([{ number: 1 }]);
});

async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => classifyFailure(error),
  );
}
