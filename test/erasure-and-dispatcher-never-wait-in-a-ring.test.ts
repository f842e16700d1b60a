import { aBusiness, aPush, BUSINESS, command } from '../streams/ledger/decide/given/scenario';
import type { EndedAttempt } from '../streams/webhook-dispatcher/decide';
import type { DeliveryRef } from '../streams/webhook-dispatcher/delivery';
import { createDispatcherStore, type DispatcherStore } from '../streams/webhook-dispatcher/store';
import { anEndpoint, openLedgerAlone, type LedgerAlone } from './given/ledger-alone';
import { until } from './given/until';

/** In the order in which an erasure removes what waits for them. */
const ENDPOINTS = [1, 2, 3].map((n) => `we_01kf000000000000000000000${String(n)}`);
const now = new Date();

/** An event about Ada waits for each of three endpoints, and her erasure comes to it with its next step. */
let ledger: LedgerAlone;
let store: DispatcherStore;
let waiting: DeliveryRef[];
let erasureId: string;
beforeEach(async () => {
  ledger = await openLedgerAlone();
  store = createDispatcherStore(ledger.database);
  await ledger.apply(aBusiness(1, { sending_paused: true }));
  await ledger.apply(...ENDPOINTS.map((id, index) => anEndpoint(index + 2, id)), aPush(5));
  const [event] = await ledger.database.query<{ id: string }>(EVENTS, [BUSINESS]);
  const told = { business_id: BUSINESS, event_id: event!.id, partition: 0 };
  waiting = await store.insert([told], new Map(), { now, nextAt: now });
  const erasing = command(6, { EraseRecipient: { recipient_email: 'ada@example.com' } });
  await ledger.apply(erasing);
  erasureId = erasing.command_id;
});
afterEach(() => ledger.close());

const ended = (ref: DeliveryRef): EndedAttempt => ({
  ...ref,
  attempt: 1,
  state: 'delivered',
  nextAt: null,
  statusCode: 200,
  error: null,
});

test.each<[string, (refs: readonly DeliveryRef[]) => Promise<unknown>]>([
  ['drops', (refs) => store.drop(refs, now)],
  ['puts back', (refs) => store.putBack(refs, now)],
  ['has tried', (refs) => store.record(refs.map(ended), now)],
])(
  'what a dispatcher %s it takes in the order of an erasure, whatever order it came in',
  async (_, write) => {
    const lastFirst = waiting.toSorted((a, b) => (a.endpointId < b.endpointId ? 1 : -1));
    let both: Promise<unknown> | undefined;
    await ledger.database.transaction(async (other) => {
      // Whoever comes to the one in the middle waits there, with what it has taken so far.
      await other.query(HOLD, [lastFirst[1]!.endpointId]);
      const written = write(lastFirst);
      await untilWaiting(1);
      const erased = ledger.apply(command(7, { EraseChunk: { erasure_id: erasureId } }));
      both = Promise.all([written, erased]);
      both.catch(() => undefined);
      await untilWaiting(2);
    });
    await both;
    expect(await ledger.database.query(LEFT, [BUSINESS])).toEqual([]);
  },
);

function untilWaiting(count: number): Promise<unknown> {
  return until(
    `${String(count)} wait`,
    async () => (await ledger.database.query(WAITING, [])).length === count,
  );
}

const EVENTS = { name: 'test-events', text: 'SELECT id FROM events WHERE business_id = $1' };
const HOLD = {
  name: 'test-hold-delivery',
  text: 'SELECT FROM webhook_deliveries WHERE endpoint_id = $1 FOR UPDATE',
};
const LEFT = {
  name: 'test-deliveries-left',
  text: 'SELECT endpoint_id FROM webhook_deliveries WHERE business_id = $1',
};
const WAITING = {
  name: 'test-waiting-for-a-lock',
  text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
};
