import { openPostgres, type PostgresDatabase } from '../../services/shared/postgres/postgres';
import { classifyFailure } from '../../streams/runtime/failures/failures';
import { startBrokerProxy, type BrokerProxy } from '../fixtures/broker-proxy';
import { sharedServers } from '../fixtures/shared-servers';
import { statement } from '../fixtures/table-of-numbers';
import { until } from '../fixtures/until';
import { SILENT } from '../fixtures/world';

const ONE = statement('one', 'SELECT 1 AS number');

let network: BrokerProxy;
let database: PostgresDatabase;
beforeEach(async () => {
  const url = new URL(sharedServers().databaseUrl);
  network = await startBrokerProxy(Number(url.port));
  url.port = String(network.port);
  const options = { url: url.href, applicationName: 'test', maxConnections: 1, answerWithinMs: 2_000 };
  database = openPostgres(options, SILENT);
  await untilAnswered(() => database.query(ONE, []));
});
afterEach(async () => {
  await database.close();
  await network.close();
});

test('a query to a silent database fails as in any outage, and the next query gets another connection', async () => {
  network.dropRequests(true);
  expect(await failureOf(database.query(ONE, []))).toBe('outage');
  network.dropRequests(false);
  await untilAnswered(() => database.query(ONE, []));
});

test('a transaction fails the same way, and so does the one that follows it over the same connection', async () => {
  const series = database.series();
  network.dropRequests(true);
  const first = series.begin(async (transaction) => transaction.send(ONE, []));
  await first.flushed;
  const next = series.begin((transaction) => transaction.query(ONE, []));
  expect(await Promise.all([failureOf(first.committed), failureOf(next.committed)])).toEqual([
    'outage',
    'outage',
  ]);
  network.dropRequests(false);
  await untilAnswered(() => series.begin((transaction) => transaction.query(ONE, [])).committed);
  await untilAnswered(() => database.query(ONE, []));
});

/** On a busy machine an answer may take longer than these two seconds, and then the query is given up, too. */
async function untilAnswered(ask: () => Promise<unknown[]>): Promise<void> {
  expect(await until('the database answers in time', ask)).toEqual([{ number: 1 }]);
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => classifyFailure(error),
  );
}
