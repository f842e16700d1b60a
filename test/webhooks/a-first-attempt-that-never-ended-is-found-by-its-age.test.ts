import { aBusiness, aPush, BUSINESS } from '../../streams/ledger/tests/fixtures/scenario';
import type { DueDelivery } from '../../streams/webhook-dispatcher/delivery';
import { recordSuccesses } from '../../streams/webhook-dispatcher/record-successes';
import { createDispatcherStore, type DispatcherStore } from '../../streams/webhook-dispatcher/store';
import { untilHeldUp } from '../fixtures/held-up';
import { anEndpoint, openLedgerAlone, type LedgerAlone } from '../fixtures/ledger-alone';

const ENDPOINT = 'we_01kf0000000000000000000001';
const PARTITION = 3;
const START = Date.parse('2026-11-15T12:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1_000);
const NOT_BUSY = { firsts: [], retries: [] };

/** Four events for one endpoint. */
let ledger: LedgerAlone;
let store: DispatcherStore;
let events: string[];
beforeEach(async () => {
  ledger = await openLedgerAlone();
  store = createDispatcherStore(ledger.database);
  await ledger.apply(aBusiness(1, { sending_paused: true }), anEndpoint(2, ENDPOINT));
  await ledger.apply(...[3, 4, 5, 6].map((n) => aPush(n)));
  events = (await ledger.database.query<{ id: string }>(EVENTS, [BUSINESS])).map(({ id }) => id);
});
afterEach(() => ledger.close());

test('it does not wait for an attempt until it is old enough, and then it does (HAZ-28)', async () => {
  const [made] = await make(0, 1);
  await sweep(0);
  expect(await claim(100)).toEqual([]);
  await sweep(1);
  expect(await claim(100)).toEqual([made]);
});

test('one that has ended by then stays ended, and one that waits for a retry keeps its time', async () => {
  const [delivered, dropped, failed, lost] = await make(0, 4);
  await store.record([ended(delivered!)], at(1));
  await store.drop([dropped!], at(1));
  const failure = { state: 'waiting', statusCode: 500, error: 'answered 500', nextAt: at(60) } as const;
  await store.record([{ ...ended(failed!), ...failure }], at(1));
  await sweep(10);
  expect(await claim(59)).toEqual([lost]);
  expect(await claim(60)).toEqual([{ ...failed!, attempt: 1 }]);
});

test('only in the partitions that the sweep asks for', async () => {
  await make(0, 1);
  await store.sweep([PARTITION + 1], at(10), at(10));
  expect(await claim(100)).toEqual([]);
  await sweep(10);
  expect(await claim(100)).toHaveLength(1);
});

test('a dispatcher whose clock is behind dates no delivery before the last sweep', async () => {
  await make(0, 1);
  await sweep(10);
  await make(-60, 1, 1);
  await sweep(10);
  expect((await claim(100)).map(({ eventId }) => eventId)).toEqual([events[0]]);
  await sweep(11);
  expect((await claim(100)).map(({ eventId }) => eventId)).toEqual([events[1]]);
});

test('a sweep waits for deliveries that are just being stored, and finds them', async () => {
  let sweeping: Promise<void> | undefined;
  await make(0, 1);
  await ledger.database.transaction(async (other) => {
    const positions = new Map([[PARTITION, 2]]);
    await createDispatcherStore({ ...ledger.database, ...other }).insert(
      [published(events[1]!)],
      positions,
      at(1),
    );
    sweeping = sweep(10);
    await untilHeldUp(ledger.database);
  });
  await sweeping;
  expect(await claim(100)).toHaveLength(2);
});

test('a sweep that finds many deliveries, or waits for a row, delays no dispatcher that stores new ones', async () => {
  let sweeping: Promise<void> | undefined;
  await make(0, 1);
  await ledger.database.transaction(async (other) => {
    await other.query(LOCK_DELIVERIES, []);
    sweeping = sweep(10);
    await untilHeldUp(ledger.database);
    expect(await make(0, 1, 1)).toHaveLength(1);
  });
  await sweeping;
  expect((await claim(100)).map(({ eventId }) => eventId)).toEqual([events[0]]);
});

test('when some events are read again, the others still get their deliveries', async () => {
  await make(0, 2);
  const again = await store.insert(events.map(published), new Map([[PARTITION, 4]]), at(1));
  expect(again.map(({ eventId }) => eventId).toSorted()).toEqual(events.slice(2));
});

test('recording its end updates its row and no index, because an index on those columns would double the cost', async () => {
  const made = await make(0, 4);
  const changes = await ledger.database.transaction(async (transaction) => {
    recordSuccesses(transaction, made.map(ended), at(1));
    return transaction.query(CHANGES, []);
  });
  expect(changes).toEqual([{ updated: 4, inPlace: 4 }]);
});

function make(seconds: number, count: number, from = 0): Promise<DueDelivery[]> {
  const some = events.slice(from, from + count).map(published);
  return store.insert(some, new Map([[PARTITION, from + count]]), at(seconds));
}
const published = (event_id: string) => ({ business_id: BUSINESS, event_id, partition: PARTITION });
const sweep = (before: number) => store.sweep([PARTITION], at(before), at(before));
const claim = (now: number) =>
  store.claimDue([PARTITION], NOT_BUSY, { now: at(now), nextAt: at(now + 1_000) });
const ended = (due: DueDelivery) => ({
  ...due,
  attempt: 1,
  state: 'delivered' as const,
  nextAt: null,
  statusCode: 200,
  error: null,
});

const EVENTS = { name: 'test-events', text: 'SELECT id FROM events WHERE business_id = $1 ORDER BY id' };
const LOCK_DELIVERIES = {
  name: 'test-lock-deliveries',
  text: 'SELECT FROM webhook_deliveries FOR UPDATE',
};
const CHANGES = {
  name: 'test-changes',
  text: `
    SELECT pg_stat_get_xact_tuples_updated(oid)::int AS updated, pg_stat_get_xact_tuples_hot_updated(oid)::int AS "inPlace"
    FROM pg_class WHERE oid = 'webhook_deliveries'::regclass`,
};
