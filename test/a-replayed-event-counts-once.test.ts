import type { PostgresDatabase } from '../services/shared/postgres/postgres';
import { aBusiness, aPush, BUSINESS, command, HOUSE, NOW } from '../streams/ledger/decide/given/scenario';
import { ledger } from '../streams/ledger/topology';
import type { EndedAttempt } from '../streams/webhook-dispatcher/decide';
import type { DeliveryRef } from '../streams/webhook-dispatcher/delivery';
import { recordEndings } from '../streams/webhook-dispatcher/record-endings';
import { replay } from '../streams/webhook-dispatcher/replay';
import { openLedgerDatabase } from './given/ledger-database';

const ENDPOINT = 'we_01kf0000000000000000000001';
const LAST_ATTEMPT = 8;
const at = new Date(NOW);
let database: PostgresDatabase;
let eventId: string;

/** One event for one endpoint. */
beforeEach(async () => {
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
afterEach(() => database.close());

test('an event whose attempts all fail counts once, however often it is replayed (6.4)', async () => {
  expect(await putInLine()).toBe(1);
  expect(await end('failed')).toMatchObject({ failures: 1 });
  expect(await putInLine()).toBe(1);
  expect(await end('failed')).toMatchObject({ failures: 1, lastError: 'answered 500' });
  expect(await putInLine()).toBe(1);
  expect(await end('delivered')).toMatchObject({ failures: 0, lastError: null });
  expect(await putInLine()).toBe(0);
});

test('an attempt counts for the delivery that waits for just this one: what another owner has recorded meanwhile, once', async () => {
  await putInLine();
  const next = new Date(at.getTime() + 5_000);
  const first = { ...ENDED_IN_VAIN, attempt: 1, state: 'waiting' as const, nextAt: next };
  await record(first);
  await record({ ...first, state: 'failed', nextAt: null });
  await record({ ...ENDED_IN_VAIN, attempt: LAST_ATTEMPT, state: 'failed', nextAt: null });
  expect(await database.query(DELIVERY, [eventId])).toEqual([{ state: 'waiting', attempt: 1, nextAt: next }]);
  expect((await database.query(HEALTH, [ENDPOINT]))[0]).toMatchObject({ failures: 0 });
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
  const answer = state === 'failed' ? ENDED_IN_VAIN : { statusCode: 200, error: null };
  await record({ attempt: LAST_ATTEMPT, state, nextAt: null, ...answer });
  const [endpoint] = await database.query(HEALTH, [ENDPOINT]);
  return endpoint;
}

const ENDED_IN_VAIN = { statusCode: 500, error: 'answered 500' };

async function record(ending: Omit<EndedAttempt, keyof DeliveryRef>): Promise<void> {
  const ref = { businessId: BUSINESS, endpointId: ENDPOINT, eventId };
  await database.transaction((sql) => recordEndings(sql, [{ ...ref, ...ending }], at));
}

const EVENTS = { name: 'test-events', text: 'SELECT id FROM events WHERE business_id = $1' };
const LAST = {
  name: 'test-last-attempt',
  text: 'UPDATE webhook_deliveries SET attempt = $2 WHERE event_id = $1',
};
const DELIVERY = {
  name: 'test-delivery',
  text: 'SELECT state, attempt, next_at AS "nextAt" FROM webhook_deliveries WHERE event_id = $1',
};
const HEALTH = {
  name: 'test-endpoint-health',
  text: `
    SELECT consecutive_failures AS failures, last_error AS "lastError" FROM webhook_endpoints WHERE id = $1`,
};
