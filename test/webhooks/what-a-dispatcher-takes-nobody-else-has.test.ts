import { aBusiness, aPush, BUSINESS } from '../../streams/ledger/tests/fixtures/scenario';
import type { DeliveryRef } from '../../streams/webhook-dispatcher/delivery';
import { createDispatcherStore, type DispatcherStore } from '../../streams/webhook-dispatcher/store';
import { anEndpoint, openLedgerAlone, type LedgerAlone } from '../fixtures/ledger-alone';

const [ENDPOINT, OTHER] = ['we_01kf0000000000000000000001', 'we_01kf0000000000000000000002'];
const PARTITION = 3;
const EVENTS = 6;
const now = new Date('2026-11-15T12:00:00Z');
const later = new Date(now.getTime() + 15_000);
const NOT_BUSY = { firsts: [], retries: [] };

/** Two endpoints, and events that both get. */
let ledger: LedgerAlone;
let store: DispatcherStore;
let published: { business_id: string; event_id: string; partition: number }[];
beforeEach(async () => {
  ledger = await openLedgerAlone();
  store = createDispatcherStore(ledger.database);
  await ledger.apply(aBusiness(1, { sending_paused: true }));
  await ledger.apply(anEndpoint(2, ENDPOINT), anEndpoint(3, OTHER));
  await ledger.apply(...Array.from({ length: EVENTS }, (_, index) => aPush(index + 4)));
  const events = await ledger.database.query<{ id: string }>(EVENT_IDS, [BUSINESS]);
  published = events.map(({ id }) => ({ business_id: BUSINESS, event_id: id, partition: PARTITION }));
});
afterEach(() => ledger.close());

test('an event that is read again makes no second delivery, and a position never goes back', async () => {
  const position = async (at: number) => {
    const inserted = await store.insert(published, new Map([[PARTITION, at]]), now);
    return [inserted.length, (await store.positions([PARTITION])).get(PARTITION)];
  };
  expect(await position(7)).toEqual([2 * EVENTS, 7]);
  // An owner that lost the partition stores its last batch too late.
  expect(await position(5)).toEqual([0, 7]);
  expect(await position(9)).toEqual([0, 9]);
});

test('owners that look for due deliveries at the same time share them, and none is taken again before its time', async () => {
  await inLine();
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim()));
  expect(claims.flat().map(keyOf).toSorted()).toEqual((await rows()).map(keyOf));
  expect(await claim()).toEqual([]);
  expect(await store.claimDue([PARTITION], NOT_BUSY, { now: later, nextAt: later })).toHaveLength(2 * EVENTS);
});

test('a delivery that another owner has locked is not waited for', async () => {
  await inLine();
  const [, second] = await rows();
  await ledger.database.transaction(async (other) => {
    await other.query(HOLD, [second!.endpointId, second!.eventId]);
    expect(await claim()).toHaveLength(2 * EVENTS - 1);
  });
  expect((await claim()).map(keyOf)).toEqual([keyOf(second!)]);
});

test('only deliveries are taken that wait, are due, and belong to these partitions and endpoints', async () => {
  await inLine();
  const [notDue, failed, retry] = await rows();
  await change(notDue!, { next_at: later });
  await change(failed!, { state: 'failed', next_at: null });
  await change(retry!, { attempt: 1 });
  const keep = async (partitions: readonly number[], busy: { firsts: string[]; retries: string[] }) => {
    const taken = await store.claimDue(partitions, busy, { now, nextAt: later });
    await store.putBack(taken, now);
    return taken;
  };
  expect(await keep([PARTITION + 1], NOT_BUSY)).toEqual([]);
  expect(await keep([], NOT_BUSY)).toEqual([]);
  expect((await keep([PARTITION], { firsts: [ENDPOINT, OTHER], retries: [] })).map(keyOf)).toEqual([
    keyOf(retry!),
  ]);
  const firsts = await keep([PARTITION], { firsts: [], retries: [ENDPOINT, OTHER] });
  expect(firsts.map(keyOf).toSorted()).toEqual((await rows()).slice(3).map(keyOf));
  expect(await keep([PARTITION], { firsts: [OTHER], retries: [OTHER] })).toHaveLength(EVENTS - 2);
  expect((await claim()).find((one) => keyOf(one) === keyOf(retry!))).toMatchObject({ attempt: 1 });
});

test('no endpoint is passed over, with any id of it and of its business', async () => {
  await inLine();
  const others = ['we_00', 'we_zz'].flatMap((endpoint) => [
    { business: 'biz_00', endpoint },
    { business: 'biz_zz', endpoint },
  ]);
  for (const { business, endpoint } of others) {
    await ledger.database.query(COPY, [business, endpoint, ENDPOINT]);
  }
  const taken = new Set((await claim()).map(({ businessId, endpointId }) => `${businessId} ${endpointId}`));
  expect(taken.size).toBe(2 + others.length);
});

test('a delivery that has ended in the meantime is neither put back nor dropped', async () => {
  await inLine();
  const [delivered, waits] = await rows();
  await change(delivered!, { state: 'delivered', next_at: null });
  await store.putBack([delivered!, waits!], later);
  expect((await rows()).slice(0, 2)).toMatchObject([
    { state: 'delivered', nextAt: null },
    { state: 'waiting', nextAt: later },
  ]);
  await store.drop([delivered!, waits!], now);
  expect((await rows()).map(({ state }) => state)).toEqual([
    'delivered',
    'dropped',
    ...Array.from({ length: 2 * EVENTS - 2 }, () => 'waiting'),
  ]);
});

const inLine = async () => store.putBack(await store.insert(published, new Map(), now), now);
const claim = () => store.claimDue([PARTITION], NOT_BUSY, { now, nextAt: later });
const keyOf = ({ endpointId, eventId }: DeliveryRef) => `${endpointId} ${eventId}`;

interface Row extends DeliveryRef {
  readonly state: string;
  readonly nextAt: Date | null;
}

function rows(): Promise<Row[]> {
  return ledger.database.query<Row>(ROWS, [BUSINESS]);
}

async function change({ endpointId, eventId }: Row, to: object): Promise<void> {
  const names = Object.keys(to);
  const set = names.map((name, index) => `${name} = $${String(index + 3)}`).join(', ');
  const text = `UPDATE webhook_deliveries SET ${set} WHERE endpoint_id = $1 AND event_id = $2`;
  await ledger.database.query({ name: `test-change-${names.join('-')}`, text }, [
    endpointId,
    eventId,
    ...(Object.values(to) as unknown[]),
  ]);
}

const EVENT_IDS = {
  name: 'test-events-in-order',
  text: 'SELECT id FROM events WHERE business_id = $1 ORDER BY id',
};
const ROWS = {
  name: 'test-deliveries-in-order',
  text: `
    SELECT business_id AS "businessId", endpoint_id AS "endpointId", event_id AS "eventId", state, next_at AS "nextAt"
    FROM webhook_deliveries WHERE business_id = $1 ORDER BY endpoint_id, event_id`,
};
const COPY = {
  name: 'test-copy-deliveries',
  text: `
    INSERT INTO webhook_deliveries (business_id, endpoint_id, event_id, partition, state, attempt, next_at, created_at, updated_at)
    SELECT $1, $2, event_id, partition, state, attempt, next_at, created_at, updated_at
    FROM webhook_deliveries WHERE endpoint_id = $3`,
};
const HOLD = {
  name: 'test-hold-delivery',
  text: 'SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND event_id = $2 FOR UPDATE',
};
