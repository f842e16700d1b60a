import { until } from '../runtime/timing/until.fixture';
import { rest } from '../runtime/timing/sleep';
import { Attempts } from './attempts';
import type { CallOutcome } from './classify';
import type { DueDelivery } from './delivery';
import type { DispatcherTelemetry } from './telemetry';

const SLOTS_OF_AN_ENDPOINT = 8;
const WAITING_FOR_AN_ENDPOINT = 1_000;
const MOST_UNSTORED = 2_000;

describe('the row of a delivery', () => {
  it('is not read again if the attempt begins at once: it was stored or claimed just now', async () => {
    const { attempts, read } = given();
    attempts.offer(deliveries(1));
    await until(() => read.length === 1);
    expect(read).toEqual([[]]);
  });

  it.each([
    ['not read: no other process tries it in that time', 9_999, []],
    ['read again after ten seconds', 10_000, ['evt_8']],
  ])('of a delivery that has waited for its turn is %s', async (_what, waitedMs, expected) => {
    const { read, pass, answerAll } = await givenAFullEndpoint();
    pass(waitedMs);
    answerAll();
    await until(() => read.length === 2);
    expect(read[1]).toEqual(expected);
  });

  it('is read if its endpoint was disabled meanwhile, even if the endpoint is enabled again', async () => {
    const { read, recorded, calls, answerAll } = await givenAFullEndpoint({ disabledByAnEnding: ['we'] });
    // After a failure the endpoint has too few slots for the ninth delivery.
    calls[0]!(answered(500));
    await until(() => recorded.length === 1);
    answerAll();
    await until(() => read.length === 2);
    expect(read[1]).toEqual(['evt_8']);
  });
});

describe('a slot of an endpoint', () => {
  it('is free when the endpoint has answered, even if the ending is not stored yet', async () => {
    const { calls, answerAll, recorded } = await givenAFullEndpoint({ isDatabaseBusy: true });
    answerAll();
    await until(() => calls.length === SLOTS_OF_AN_ENDPOINT + 1);
    expect(recorded).toEqual([]);
  });

  it('stays empty while thousands of endings wait to be stored', async () => {
    const { attempts, calls, recorded, answerAll, freeDatabase } = given({ isDatabaseBusy: true });
    const all = Array.from({ length: 1_000 }, (_, index) => deliveries(4, `${index}`)).flat();
    attempts.offer(all);
    // Wait until no attempt begins any more.
    let [begun, looks] = [-1, 0];
    await until(() => {
      answerAll();
      looks = calls.length === begun ? looks + 1 : 0;
      begun = calls.length;
      return looks > 20;
    });
    expect(begun).toBeGreaterThanOrEqual(MOST_UNSTORED);
    expect(begun).toBeLessThan(MOST_UNSTORED + 1_000);
    freeDatabase();
    await until(() => {
      answerAll();
      return recorded.length === all.length;
    });
  });
});

describe('an endpoint for which more waits', () => {
  it('gets one more slot with each quick answer, and only two after slow ones (HOOK-15)', async () => {
    const { attempts, calls, held, pass } = given();
    attempts.offer(deliveries(100));
    await until(() => calls.length === SLOTS_OF_AN_ENDPOINT);
    for (const answer of calls.slice(0, 3)) answer(answered(200));
    await until(() => held().inFlight === SLOTS_OF_AN_ENDPOINT + 3 && calls.length === 3 + held().inFlight);
    pass(2_000);
    for (const answer of calls) answer(answered(200));
    // Wait for some turns of the event loop, in which more attempts would begin.
    let looks = 0;
    await until(() => calls.length >= 16 && (looks += 1) > 20);
    expect([calls.length, held().inFlight]).toEqual([16, 2]);
  });
});

describe('a delivery that finds no room', () => {
  it('is returned, so that it can be offered again', async () => {
    const { attempts, calls } = given();
    const all = deliveries(WAITING_FOR_AN_ENDPOINT + 2);
    expect(attempts.offer(all)).toEqual(all.slice(WAITING_FOR_AN_ENDPOINT));
    await until(() => calls.length === SLOTS_OF_AN_ENDPOINT);
  });
});

describe('a partition', () => {
  it('that is lost and assigned again gets its deliveries again', async () => {
    const { attempts, all, calls, answerAll } = await givenAFullEndpoint();
    attempts.retain(new Set([1]));
    expect(attempts.busy.firsts).toEqual([]);
    attempts.offer(all);
    answerAll();
    await until(() => calls.length === all.length);
  });
});

describe('attempts that are stopped', () => {
  it('let those in flight end, and begin no more', async () => {
    const { attempts, calls, recorded, answerAll } = await givenAFullEndpoint();
    let hasStopped = false;
    const stopped = attempts.stop().then(() => (hasStopped = true));
    // Wait for some turns of the event loop, in which it would stop too early.
    let looks = 0;
    await until(() => (looks += 1) > 2);
    expect(hasStopped).toBe(false);
    answerAll();
    await until(() => recorded.length === SLOTS_OF_AN_ENDPOINT);
    expect(calls).toHaveLength(SLOTS_OF_AN_ENDPOINT);
    await stopped;
  });
});

describe('a delivery that is read again', () => {
  it('while it waits or is in flight is ignored', async () => {
    const { attempts, all, held } = await givenAFullEndpoint();
    expect(attempts.offer(all)).toEqual([]);
    await Promise.resolve();
    expect(held()).toEqual({ waiting: 1, inFlight: SLOTS_OF_AN_ENDPOINT });
  });
});

const answered = (statusCode: number): CallOutcome => ({
  kind: 'answered',
  statusCode,
  retryAfter: null,
  date: null,
});

/** Endpoints that answer when the test lets them, and a store that records which rows it was asked to read. */
function given({ disabledByAnEnding = [] as string[], isDatabaseBusy = false } = {}) {
  const read: string[][] = [];
  const recorded: string[] = [];
  const calls: ((outcome: CallOutcome) => void)[] = [];
  let held = () => ({ waiting: 0, inFlight: 0 });
  let wallMs = 1_000_000;
  let freeDatabase = (): void => undefined;
  const database = isDatabaseBusy ? new Promise<void>((resolve) => (freeDatabase = resolve)) : undefined;
  const endpoint = { url: 'https://example.com', secret: Buffer.from('sealed'), disabledAt: null };
  const attempts = new Attempts(
    {
      store: {
        find: (due, unsure) => {
          read.push(unsure.map(({ eventId }) => eventId));
          return Promise.resolve(
            due.map(({ eventId, attempt }) => ({
              delivery: { state: 'waiting', attempt },
              event: { id: eventId, type: 'message.created', occurredAt: new Date(0), data: {} },
              endpoint,
            })),
          );
        },
        record: async (endings) => {
          await database;
          recorded.push(...endings.map(({ eventId }) => eventId));
          return disabledByAnEnding;
        },
        drop: () => Promise.resolve(),
      },
      call: () => new Promise((resolve) => calls.push(resolve)),
      openSecret: () => 'whsec_secret',
      time: { now: () => 0, dateMs: () => 0, wallNowMs: () => wallMs, jitter: () => 0, rest },
      telemetry: {
        watch: (load) => (held = load),
        ended: () => undefined,
        disabled: () => undefined,
      } as Partial<DispatcherTelemetry> as DispatcherTelemetry,
    },
    (error) => {
      throw error;
    },
  );
  return {
    attempts,
    read,
    recorded,
    calls,
    held: () => held(),
    freeDatabase: () => freeDatabase(),
    pass: (ms: number) => (wallMs += ms),
    answerAll: () => {
      for (const answer of calls) answer(answered(200));
    },
  };
}

/** An endpoint whose slots are all taken, with one more delivery that waits. */
async function givenAFullEndpoint(options: Parameters<typeof given>[0] = {}) {
  const world = given(options);
  const all = deliveries(SLOTS_OF_AN_ENDPOINT + 1);
  world.attempts.offer(all);
  await until(() => world.calls.length === SLOTS_OF_AN_ENDPOINT);
  return { ...world, all };
}

/** Each endpoint belongs to a business of its own. */
function deliveries(count: number, endpointId = 'we'): DueDelivery[] {
  return Array.from({ length: count }, (_, index) => ({
    businessId: `biz of ${endpointId}`,
    endpointId,
    eventId: `evt_${index}`,
    partition: 0,
    attempt: 0,
  }));
}
