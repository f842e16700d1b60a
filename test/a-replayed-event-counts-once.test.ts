import type { PostgresDatabase } from '../services/shared/postgres/postgres';
import { aBusiness, aPush, BUSINESS, command, HOUSE, NOW } from '../streams/ledger/decide/given/scenario';
import { ledger } from '../streams/ledger/topology';
import { recordEndings } from '../streams/webhook-dispatcher/record-endings';
import { replay } from '../streams/webhook-dispatcher/replay';
import { openLedgerDatabase } from './given/ledger-database';

const ENDPOINT = 'we_01kf0000000000000000000001';
const LAST_ATTEMPT = 8;
const at = new Date(NOW);
let database: PostgresDatabase;
let eventId: string;

/** One event for one endpoint. */
beforeAll(async () => {
  database = await openLedgerDatabase();
  const processor = ledger(HOUSE, () => at, { unknownReport: () => undefined, parked: () => undefined });
  const endpoint = {
    endpoint_id: ENDPOINT,
    url: 'https://hooks.example/a',
    event_types: [],
    description: '',
    secret: Buffer.from('sealed'),
    masked_secret: 'whsec_…wxyz',
  };
  const commands = [
    aBusiness(1, { sending_paused: true }),
    command(2, { CreateEndpoint: endpoint }),
    aPush(3),
  ].map((one) => ({ command: one, nowMs: one.issued_at }));
  await database.transaction((sql) => processor.apply(sql, commands, Promise.resolve()));
  [{ id: eventId } = { id: '' }] = await database.query<{ id: string }>(EVENTS, [BUSINESS]);
});
afterAll(() => database.close());

test('an event whose attempts all fail counts once, however often it is replayed (6.4)', async () => {
  expect(await putInLine()).toBe(1);
  expect(await end('failed')).toMatchObject({ failures: 1 });
  expect(await putInLine()).toBe(1);
  expect(await end('failed')).toMatchObject({ failures: 1, lastError: 'answered 500' });
  expect(await putInLine()).toBe(1);
  expect(await end('delivered')).toMatchObject({ failures: 0, lastError: null });
  expect(await putInLine()).toBe(0);
});

const putInLine = () =>
  replay(
    database,
    { businessId: BUSINESS, endpointId: ENDPOINT, partition: 0, since: new Date(0), now: at },
    '',
  );

/** Its last attempt ends like this; how its endpoint does then. */
async function end(state: 'failed' | 'delivered') {
  await database.query(LAST, [eventId, LAST_ATTEMPT - 1]);
  const ref = { businessId: BUSINESS, endpointId: ENDPOINT, eventId };
  const answer =
    state === 'failed' ? { statusCode: 500, error: 'answered 500' } : { statusCode: 200, error: null };
  const ending = { ...ref, attempt: LAST_ATTEMPT, state, nextAt: null, ...answer };
  await database.transaction((sql) => recordEndings(sql, [ending], at));
  const [endpoint] = await database.query(HEALTH, [ENDPOINT]);
  return endpoint;
}

const EVENTS = { name: 'test-events', text: 'SELECT id FROM events WHERE business_id = $1' };
const LAST = {
  name: 'test-last-attempt',
  text: 'UPDATE webhook_deliveries SET attempt = $2 WHERE event_id = $1',
};
const HEALTH = {
  name: 'test-endpoint-health',
  text: `
    SELECT consecutive_failures AS failures, last_error AS "lastError" FROM webhook_endpoints WHERE id = $1`,
};
