import { aBusiness, aPush, BUSINESS } from '../../streams/ledger/tests/fixtures/scenario';
import type { EndedAttempt } from '../../streams/webhook-dispatcher/decide';
import type { DueDelivery } from '../../streams/webhook-dispatcher/delivery';
import { createDispatcherStore, type DispatcherStore } from '../../streams/webhook-dispatcher/store';
import { anEndpoint, openLedgerAlone, type LedgerAlone } from '../fixtures/ledger-alone';

const [ENDPOINT, OTHER] = ['we_01kf0000000000000000000001', 'we_01kf0000000000000000000002'];
const START = Date.parse('2026-11-15T12:00:00Z');
const at = (ms: number): Date => new Date(START + ms);

type Ending = Pick<EndedAttempt, 'state' | 'nextAt' | 'statusCode' | 'error'>;
const DELIVERED: Ending = { state: 'delivered', nextAt: null, statusCode: 200, error: null };
const FAILED: Ending = { state: 'failed', nextAt: null, statusCode: 500, error: 'answered 500' };
const TO_RETRY: Ending = { ...FAILED, state: 'waiting', nextAt: at(5_000) };
const WELL = { failures: 0, error: null, disabledAt: null, failingSince: null };

/** Two endpoints that get every event, and events that are delivered to them one by one. */
let ledger: LedgerAlone;
let store: DispatcherStore;
let unpublished: string[];
beforeEach(async () => {
  ledger = await openLedgerAlone();
  store = createDispatcherStore(ledger.database);
  await ledger.apply(aBusiness(1, { sending_paused: true }));
  await ledger.apply(anEndpoint(2, ENDPOINT), anEndpoint(3, OTHER));
  await ledger.apply(...[4, 5, 6].map((n) => aPush(n)));
  unpublished = (await ledger.database.query<{ id: string }>(EVENTS, [BUSINESS])).map(({ id }) => id);
});
afterEach(() => ledger.close());

test('a success is recorded at once the first time, and then at most once a second (HOOK-5)', async () => {
  expect(await health()).toEqual({ ...WELL, succeededAt: null });
  await attempts(0, { [ENDPOINT]: DELIVERED });
  expect(await health()).toEqual({ ...WELL, succeededAt: at(0) });
  await attempts(999, { [ENDPOINT]: DELIVERED });
  expect(await health()).toEqual({ ...WELL, succeededAt: at(0) });
  await attempts(1_000, { [ENDPOINT]: DELIVERED });
  expect(await health()).toEqual({ ...WELL, succeededAt: at(1_000) });
  expect(await health(OTHER)).toEqual({ ...WELL, succeededAt: null });
});

test.each([
  ['an attempt that failed', TO_RETRY],
  ['an event that failed for good', FAILED],
])('a success is recorded at once after %s', async (_what, failure) => {
  await attempts(0, { [ENDPOINT]: DELIVERED });
  await attempts(1, { [ENDPOINT]: failure });
  expect(await health()).toMatchObject({ error: 'answered 500', succeededAt: at(0), failingSince: at(1) });
  await attempts(2, { [ENDPOINT]: DELIVERED });
  expect(await health()).toEqual({ ...WELL, succeededAt: at(2) });
});

test('a success is recorded even when another endpoint fails at the same time', async () => {
  await attempts(0, { [ENDPOINT]: DELIVERED, [OTHER]: TO_RETRY });
  expect(await health()).toEqual({ ...WELL, succeededAt: at(0) });
  expect(await health(OTHER)).toEqual({
    ...WELL,
    error: 'answered 500',
    succeededAt: null,
    failingSince: at(0),
  });
});

test('no success is recorded once the endpoint is disabled', async () => {
  const due = await publish(0);
  await ledger.database.query(DISABLE, [ENDPOINT, at(1)]);
  const before = await health();
  await end(2, due, { [ENDPOINT]: DELIVERED });
  expect(await health()).toEqual(before);
});

/** Makes first attempts at the next event that end like this. */
async function attempts(ms: number, endings: Readonly<Record<string, Ending>>): Promise<void> {
  await end(ms, await publish(ms), endings);
}

function publish(ms: number): Promise<DueDelivery[]> {
  const published = { business_id: BUSINESS, event_id: unpublished.shift()!, partition: 0 };
  return store.insert([published], new Map([[0, 1]]), at(ms));
}

async function end(
  ms: number,
  due: readonly DueDelivery[],
  endings: Readonly<Record<string, Ending>>,
): Promise<void> {
  const ended = due.flatMap((one) => {
    const ending = endings[one.endpointId];
    return ending === undefined ? [] : [{ ...one, attempt: 1, ...ending }];
  });
  expect(ended).toHaveLength(Object.keys(endings).length);
  await store.record(ended, at(ms));
}

async function health(endpoint = ENDPOINT): Promise<unknown> {
  return (await ledger.database.query(HEALTH, [endpoint]))[0];
}

const EVENTS = { name: 'test-events', text: 'SELECT id FROM events WHERE business_id = $1 ORDER BY id' };
const HEALTH = {
  name: 'test-endpoint-health',
  text: `
    SELECT consecutive_failures AS failures, last_error AS error, disabled_at AS "disabledAt", last_success_at AS "succeededAt",
      failing_since AS "failingSince"
    FROM webhook_endpoints WHERE id = $1`,
};
const DISABLE = {
  name: 'test-disable-endpoint',
  text: `
    UPDATE webhook_endpoints SET disabled_at = $2, consecutive_failures = 20, last_error = 'answered 500' WHERE id = $1`,
};
