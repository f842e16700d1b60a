import type { PostgresDatabase } from '../../services/shared/postgres/postgres';
import { aBusiness, aPush, BUSINESS, HOUSE, NOW } from '../../streams/ledger/tests/fixtures/scenario';
import { ledger } from '../../streams/ledger/processor';
import type { EndedAttempt } from '../../streams/webhook-dispatcher/decide';
import type { DeliveryRef } from '../../streams/webhook-dispatcher/delivery';
import { recordEndings } from '../../streams/webhook-dispatcher/record-endings';
import { replay } from '../../streams/webhook-dispatcher/replay';
import { untilHeldUp } from '../fixtures/held-up';
import { anEndpoint } from '../fixtures/ledger-alone';
import { openLedgerDatabase } from '../fixtures/ledger-database';

const ENDPOINT = 'we_01kf0000000000000000000001';
const LAST_ATTEMPT = 8;
const PARTITION = 3;
const at = new Date(NOW);
let database: PostgresDatabase;
let eventId: string;

/** One event for one endpoint. */
beforeEach(async () => {
  database = await openLedgerDatabase();
  const processor = ledger(HOUSE, () => at, {
    unknownReport: () => undefined,
    withheldAnswer: () => undefined,
    parked: () => undefined,
  });
  const commands = [aBusiness(1, { sending_paused: true }), anEndpoint(2, ENDPOINT), aPush(3)].map((one) => ({
    command: one,
    nowMs: one.issued_at,
  }));
  await database.transaction((sql) => processor.apply(sql, commands, Promise.resolve()));
  [{ id: eventId } = { id: '' }] = await database.query<{ id: string }>(EVENTS, [BUSINESS]);
});
afterEach(() => database.close());

test('an event whose attempts all fail counts once, however often it is replayed (HOOK-16)', async () => {
  expect(await putInLine()).toBe(1);
  expect(await end('failed')).toMatchObject({ failures: 1 });
  expect(await putInLine()).toBe(1);
  expect(await end('failed')).toMatchObject({ failures: 1, lastError: 'answered 500' });
  expect(await putInLine()).toBe(1);
  expect(await end('delivered')).toMatchObject({ failures: 0, lastError: null });
  expect(await putInLine()).toBe(0);
});

test('an attempt counts only for a delivery that waits for it, so an attempt that is recorded twice counts once', async () => {
  await putInLine();
  const next = new Date(at.getTime() + 5_000);
  const first = { ...ENDED_IN_VAIN, attempt: 1, state: 'waiting' as const, nextAt: next };
  await record(first);
  await record({ ...first, state: 'failed', nextAt: null });
  await record({ ...ENDED_IN_VAIN, attempt: LAST_ATTEMPT, state: 'failed', nextAt: null });
  expect(await database.query(DELIVERY, [eventId])).toEqual([{ state: 'waiting', attempt: 1, nextAt: next }]);
  expect((await database.query(HEALTH, [ENDPOINT]))[0]).toMatchObject({ failures: 0 });
});

test('an event that failed, was replayed and dropped, and is replayed again has already counted (HOOK-16)', async () => {
  await putInLine();
  await end('failed');
  await putInLine();
  await database.query(DROPPED, [eventId]);
  expect(await putInLine()).toBe(1);
  expect(await end('failed')).toMatchObject({ failures: 1 });
});

test('failures that two dispatchers record at the same time both count (HOOK-16)', async () => {
  await putInLine();
  await database.query(ANOTHER_EVENT, [eventId]);
  const failed = { ...ENDED_IN_VAIN, attempt: 1, state: 'failed' as const, nextAt: null };
  let both: Promise<unknown> | undefined;
  await database.transaction(async (other) => {
    await other.query(HOLD_ENDPOINT, [ENDPOINT]);
    both = Promise.all([record(failed), record(failed, 'another')]);
    await untilHeldUp(database, 2);
  });
  await both;
  expect((await database.query(HEALTH, [ENDPOINT]))[0]).toMatchObject({ failures: 2 });
});

test('the twentieth failure drops what waits for its endpoint, and nothing else (HOOK-17)', async () => {
  await putInLine();
  for (const name of ['waits', 'young', 'delivered']) await database.query(BESIDE, [eventId, ENDPOINT, name]);
  for (const name of ['waits', 'young']) await database.query(BESIDE, [eventId, 'we_of_another', name]);
  await database.query(DELIVERED, []);
  await database.query(YOUNG, []);
  await database.query(POSITION, [PARTITION]);
  await database.query(NINETEEN, [ENDPOINT]);
  expect(await end('failed')).toMatchObject({ failures: 20 });
  expect(await database.query(STATES, [])).toEqual([
    { endpoint: ENDPOINT, state: 'delivered' },
    { endpoint: ENDPOINT, state: 'dropped' },
    { endpoint: ENDPOINT, state: 'dropped' },
    { endpoint: ENDPOINT, state: 'failed' },
    { endpoint: 'we_of_another', state: 'waiting' },
    { endpoint: 'we_of_another', state: 'waiting' },
  ]);
});

const putInLine = () =>
  replay(
    database,
    { businessId: BUSINESS, endpointId: ENDPOINT, partition: PARTITION, since: new Date(0), now: at },
    '',
  );

/** Ends the last attempt like this, and returns the health of the endpoint after it. */
async function end(state: 'failed' | 'delivered') {
  await database.query(LAST, [eventId, LAST_ATTEMPT - 1]);
  const answer = state === 'failed' ? ENDED_IN_VAIN : { statusCode: 200, error: null };
  await record({ attempt: LAST_ATTEMPT, state, nextAt: null, ...answer });
  const [endpoint] = await database.query(HEALTH, [ENDPOINT]);
  return endpoint;
}

const ENDED_IN_VAIN = { statusCode: 500, error: 'answered 500' };

async function record(
  ending: Omit<EndedAttempt, keyof DeliveryRef | 'partition'>,
  id = eventId,
): Promise<void> {
  const ref = { businessId: BUSINESS, endpointId: ENDPOINT, eventId: id, partition: PARTITION };
  await recordEndings(database, [{ ...ref, ...ending }], at);
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
const DROPPED = {
  name: 'test-drop-delivery',
  text: "UPDATE webhook_deliveries SET state = 'dropped', next_at = NULL WHERE event_id = $1",
};
/** A copy of this event's delivery. */
const copied = (endpoint: string, event: string) => `
  INSERT INTO webhook_deliveries (business_id, endpoint_id, event_id, partition, state, attempt, next_at, created_at, updated_at)
  SELECT business_id, ${endpoint}, ${event}, partition, state, attempt, next_at, created_at, updated_at
  FROM webhook_deliveries WHERE event_id = $1`;
const ANOTHER_EVENT = { name: 'test-another-event', text: copied('endpoint_id', "'another'") };
const BESIDE = { name: 'test-beside', text: copied('$2', '$3') };
const DELIVERED = {
  name: 'test-delivered',
  text: "UPDATE webhook_deliveries SET state = 'delivered', next_at = NULL WHERE event_id = 'delivered'",
};
/** Just stored, so no sweep has found them yet. */
const YOUNG = {
  name: 'test-young',
  text: "UPDATE webhook_deliveries SET next_at = NULL WHERE event_id = 'young'",
};
const POSITION = {
  name: 'test-position',
  text: 'INSERT INTO webhook_positions (partition, position) VALUES ($1, 1)',
};
const NINETEEN = {
  name: 'test-nineteen-failures',
  text: 'UPDATE webhook_endpoints SET consecutive_failures = 19 WHERE id = $1',
};
const STATES = {
  name: 'test-states',
  text: 'SELECT endpoint_id AS endpoint, state FROM webhook_deliveries ORDER BY endpoint_id, state',
};
const HOLD_ENDPOINT = {
  name: 'test-hold-endpoint',
  text: 'SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE',
};
