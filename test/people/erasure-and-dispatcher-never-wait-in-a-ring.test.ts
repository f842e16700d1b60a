import { aBusiness, aPush, BUSINESS, command } from '../../streams/ledger/tests/fixtures/scenario';
import type { EndedAttempt } from '../../streams/webhook-dispatcher/decide';
import type { DeliveryRef, DueDelivery } from '../../streams/webhook-dispatcher/delivery';
import { createDispatcherStore, type DispatcherStore } from '../../streams/webhook-dispatcher/store';
import { untilHeldUp } from '../fixtures/held-up';
import { anEndpoint, openLedgerAlone, type LedgerAlone } from '../fixtures/ledger-alone';

/** In the order in which an erasure removes the deliveries that wait for them. */
const ENDPOINTS = [1, 2, 3].map((n) => `we_01kf000000000000000000000${String(n)}`);
const now = new Date();

/**
 * Three events about Ada and one about Bob wait for each of three endpoints. The next step of Ada's erasure removes
 * hers.
 */
let ledger: LedgerAlone;
let store: DispatcherStore;
let waiting: DueDelivery[];
let events: string[];
let erasureId: string;
beforeEach(async () => {
  ledger = await openLedgerAlone();
  store = createDispatcherStore(ledger.database);
  await ledger.apply(aBusiness(1, { sending_paused: true }));
  await ledger.apply(...ENDPOINTS.map((id, index) => anEndpoint(index + 2, id)));
  await ledger.apply(...[5, 6, 7].map((n) => aPush(n)), aPush(8, { recipient_email: 'bob@example.com' }));
  events = (await ledger.database.query<{ id: string }>(EVENTS, [BUSINESS])).map(({ id }) => id);
  const published = events.map((event_id) => ({ business_id: BUSINESS, event_id, partition: 0 }));
  waiting = await store.insert(published, new Map(), now);
  await store.putBack(waiting, now);
  const erasing = command(9, { EraseRecipient: { recipient_email: 'ada@example.com' } });
  await ledger.apply(erasing);
  erasureId = erasing.command_id;
});
afterEach(() => ledger.close());

const ended = (ref: DueDelivery): EndedAttempt => ({
  ...ref,
  attempt: 1,
  state: 'delivered',
  nextAt: null,
  statusCode: 200,
  error: null,
});

test.each<[string, (refs: readonly DueDelivery[]) => Promise<unknown>]>([
  ['drops', (refs) => store.drop(refs, now)],
  ['puts back', (refs) => store.putBack(refs, now)],
  ['has tried', (refs) => store.record(refs.map(ended), now)],
])('what a dispatcher %s it locks in the order of an erasure, in any order of arrival', async (_, write) => {
  const lastFirst = waiting
    .filter(({ eventId }) => eventId === events[0])
    .toSorted((a, b) => (a.endpointId < b.endpointId ? 1 : -1));
  await meetAt(lastFirst[1]!, () => write(lastFirst));
  expect(await ledger.database.query(LEFT, [events.slice(0, 3)])).toEqual([]);
});

test('deliveries to a disabled endpoint are dropped in the order of an erasure, no matter which is due first (HAZ-15)', async () => {
  const [first, second, third, bobs] = events.map((event) =>
    waiting.find((ref) => ref.eventId === event && ref.endpointId === ENDPOINTS[0])!,
  );
  for (const [place, ref] of [third!, second!, first!].entries()) {
    await ledger.database.query(DUE, [ref.endpointId, ref.eventId, new Date(now.getTime() + place)]);
  }
  await ledger.database.query(NEARLY, [ENDPOINTS[0], bobs!.eventId]);
  const exhausted = { ...ended(bobs!), attempt: 8, state: 'failed' as const, error: 'it is away' };
  await meetAt(second!, () => store.record([exhausted], now));
  expect(await ledger.database.query(LEFT, [events.slice(0, 3)])).toEqual([]);
});

/**
 * The dispatcher writes and the erasure takes its step. Both wait for this delivery, holding what they have locked so
 * far.
 */
async function meetAt({ endpointId, eventId }: DeliveryRef, write: () => Promise<unknown>): Promise<void> {
  let both: Promise<unknown> | undefined;
  await ledger.database.transaction(async (other) => {
    await other.query(HOLD, [endpointId, eventId]);
    const written = write();
    await untilHeldUp(ledger.database);
    const erased = ledger.apply(command(10, { EraseChunk: { erasure_id: erasureId } }));
    both = Promise.all([written, erased]);
    both.catch(() => undefined);
    await untilHeldUp(ledger.database, 2);
  });
  await both;
}

const EVENTS = { name: 'test-events', text: 'SELECT id FROM events WHERE business_id = $1 ORDER BY id' };
const HOLD = {
  name: 'test-hold-delivery',
  text: 'SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND event_id = $2 FOR UPDATE',
};
const DUE = {
  name: 'test-delivery-due',
  text: 'UPDATE webhook_deliveries SET next_at = $3 WHERE endpoint_id = $1 AND event_id = $2',
};
/** One more event is about to fail for good, and that disables the endpoint. */
const NEARLY = {
  name: 'test-nearly-disabled',
  text: `
    WITH tried AS (UPDATE webhook_deliveries SET attempt = 7 WHERE endpoint_id = $1 AND event_id = $2)
    UPDATE webhook_endpoints SET consecutive_failures = 19 WHERE id = $1`,
};
const LEFT = {
  name: 'test-deliveries-left',
  text: 'SELECT endpoint_id FROM webhook_deliveries WHERE event_id = ANY ($1::text[])',
};
