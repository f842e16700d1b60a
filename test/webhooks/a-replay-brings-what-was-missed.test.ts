import { aBusiness, aPush, BUSINESS, NOW } from '../../streams/ledger/tests/fixtures/scenario';
import { replay } from '../../streams/webhook-dispatcher/replay';
import {
  anEndpoint,
  aTextingBusiness,
  openLedgerAlone,
  RIVAL,
  type LedgerAlone,
} from '../fixtures/ledger-alone';

const ENDPOINT = 'we_01kf0000000000000000000001';
const PARTITION = 3;
const [SINCE, now] = [new Date(NOW + 10_000), new Date(NOW + 60_000)];

/** An endpoint subscribed to emails that were not sent. */
let ledger: LedgerAlone;
beforeEach(async () => {
  ledger = await openLedgerAlone();
  await ledger.apply(aBusiness(1, { sending_paused: true }), anEndpoint(2, ENDPOINT, ['message.not_sent']));
});
afterEach(() => ledger.close());

test('it brings the events of this business that the endpoint subscribes to, from the given time on (OPER-14)', async () => {
  await happened(BUSINESS, { wanted: 11, 'just then': 10, before: 9 });
  await happened(BUSINESS, { 'of another type': 11 }, 'message.opened');
  await ledger.apply(...aTextingBusiness(RIVAL, 20));
  await happened(RIVAL, { "another's": 11 });
  expect(await replayed()).toBe(2);
  expect(await deliveries()).toEqual([
    { business: BUSINESS, event: 'just then', state: 'waiting', attempt: 0, partition: PARTITION, at: now },
    { business: BUSINESS, event: 'wanted', state: 'waiting', attempt: 0, partition: PARTITION, at: now },
  ]);
});

test('failed and dropped deliveries start again; delivered and waiting ones stay as they are (HOOK-18)', async () => {
  const states = ['delivered', 'dropped', 'failed', 'waiting'];
  await happened(BUSINESS, Object.fromEntries(states.map((state) => [state, 11])));
  for (const state of states) await ledger.database.query(DELIVERY, [BUSINESS, ENDPOINT, state, SINCE]);
  expect(await replayed()).toBe(2);
  expect(await deliveries()).toMatchObject([
    { event: 'delivered', state: 'delivered', attempt: 5, at: null },
    { event: 'dropped', state: 'waiting', attempt: 0, at: now },
    { event: 'failed', state: 'waiting', attempt: 0, at: now },
    { event: 'waiting', state: 'waiting', attempt: 5, at: SINCE },
  ]);
});

test('however much was missed, all of it arrives (OPER-14)', async () => {
  await ledger.database.query(MANY, [BUSINESS, SINCE, 10_001]);
  expect(await replayed()).toBe(10_001);
  expect(await replayed()).toBe(0);
});

test('no event about an erased person is delivered, although its row still exists (ERASE-11)', async () => {
  await ledger.apply(aPush(12));
  await ledger.database.query(ERASE_FIRST, [BUSINESS]);
  expect(await replayed()).toBe(0);
});

function replayed(): Promise<number> {
  const request = { businessId: BUSINESS, endpointId: ENDPOINT, partition: PARTITION, since: SINCE, now };
  return replay(ledger.database, request, '');
}

/** This many seconds after the beginning. */
async function happened(
  business: string,
  events: Readonly<Record<string, number>>,
  type = 'message.not_sent',
): Promise<void> {
  for (const [id, seconds] of Object.entries(events)) {
    await ledger.database.query(EVENT, [business, id, type, new Date(NOW + seconds * 1_000)]);
  }
}

function deliveries(): Promise<unknown[]> {
  return ledger.database.query(DELIVERIES, []);
}

const EVENT = {
  name: 'test-event',
  text: "INSERT INTO events (business_id, id, type, occurred_at, data) VALUES ($1, $2, $3, $4, '{}')",
};
/** The later the id, the earlier the event was written. */
const MANY = {
  name: 'test-many-events',
  text: `
    INSERT INTO events (business_id, id, type, occurred_at, data)
    SELECT $1, lpad(n::text, 6, '0'), 'message.not_sent', $2, '{}' FROM generate_series($3::int, 1, -1) n`,
};
const DELIVERY = {
  name: 'test-delivery-in-state',
  text: `
    INSERT INTO webhook_deliveries (business_id, endpoint_id, event_id, partition, state, attempt, next_at, created_at, updated_at)
    VALUES ($1, $2, $3, 3, $3, 5, CASE $3 WHEN 'waiting' THEN $4::timestamptz END, $4, $4)`,
};
const DELIVERIES = {
  name: 'test-deliveries',
  text: `
    SELECT business_id AS business, event_id AS event, state, attempt, partition, next_at AS at
    FROM webhook_deliveries ORDER BY event_id`,
};
const ERASE_FIRST = { name: 'test-erase-first', text: 'DELETE FROM recipients WHERE business_id = $1' };
