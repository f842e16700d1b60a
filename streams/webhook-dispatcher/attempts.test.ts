import { until } from '../runtime/given-until';
import { Attempts, type AttemptDependencies } from './attempts';
import type { CallOutcome } from './classify';
import type { DueDelivery } from './delivery';

const PLACES_OF_AN_ENDPOINT = 8;
const WAITING_FOR_AN_ENDPOINT = 1_000;

describe('the row of a delivery', () => {
  it('that begins when it comes is not read again: it was stored, or found waiting, just now', async () => {
    const { attempts, unread } = given();
    attempts.offer(deliveries(1));
    await until(() => unread.length === 1);
    expect(unread).toEqual([['evt_0']]);
  });

  it.each([
    ['not read: nobody else tries it meanwhile', 9_999, ['evt_8']],
    ['read first when that was ten seconds', 10_000, []],
  ])('that has waited for its turn is %s', async (_what, waitedMs, expected) => {
    const { unread, pass, answerAll } = await givenAFullEndpoint();
    pass(waitedMs);
    answerAll();
    await until(() => unread.length === 2);
    expect(unread[1]).toEqual(expected);
  });

  it('that was dropped with all others of its endpoint is read, though the endpoint is enabled again', async () => {
    const { unread, answerAll } = await givenAFullEndpoint({ disabledByAnEnding: ['we'] });
    answerAll();
    await until(() => unread.length === 2);
    expect(unread[1]).toEqual([]);
  });
});

describe('a delivery that finds no room', () => {
  it('is given back, to be offered again', async () => {
    const { attempts, calls } = given();
    const all = deliveries(WAITING_FOR_AN_ENDPOINT + 2);
    expect(attempts.offer(all)).toEqual(all.slice(WAITING_FOR_AN_ENDPOINT));
    await until(() => calls.length === PLACES_OF_AN_ENDPOINT);
  });
});

describe('a partition', () => {
  it('that went to another and came back brings its deliveries again', async () => {
    const { attempts, all, calls, answerAll } = await givenAFullEndpoint();
    attempts.retain(new Set([1]));
    expect(attempts.busy.firsts).toEqual([]);
    attempts.offer(all);
    answerAll();
    await until(() => calls.length === all.length);
  });
});

describe('attempts that are told to stop', () => {
  it('end what is under way, and begin nothing more', async () => {
    const { attempts, calls, recorded, answerAll } = await givenAFullEndpoint();
    let hasStopped = false;
    const stopped = attempts.stop().then(() => (hasStopped = true));
    // Turns of the event loop, in which it would have ended.
    let looks = 0;
    await until(() => (looks += 1) > 2);
    expect(hasStopped).toBe(false);
    answerAll();
    await until(() => recorded.length === PLACES_OF_AN_ENDPOINT);
    expect(calls).toHaveLength(PLACES_OF_AN_ENDPOINT);
    await stopped;
  });
});

describe('a delivery that is read again', () => {
  it('while it waits or is under way is passed over', async () => {
    const { attempts, all, held } = await givenAFullEndpoint();
    expect(attempts.offer(all)).toEqual([]);
    await Promise.resolve();
    expect(held()).toEqual({ waiting: 1, inFlight: PLACES_OF_AN_ENDPOINT });
  });
});

/** An endpoint that answers when it is told to, and a store that says which rows it was not asked to read. */
function given({ disabledByAnEnding = [] as string[] } = {}) {
  const unread: string[][] = [];
  const recorded: string[] = [];
  const calls: ((outcome: CallOutcome) => void)[] = [];
  let held = { waiting: 0, inFlight: 0 };
  let wallMs = 1_000_000;
  const endpoint = { url: 'https://example.com', secret: Buffer.from('sealed'), disabledAt: null };
  const attempts = new Attempts(
    {
      store: {
        find: (due, sure) => {
          unread.push(Array.from(sure, ({ eventId }) => eventId));
          return Promise.resolve(
            due.map(({ eventId, attempt }) => ({
              delivery: { state: 'waiting', attempt },
              event: { id: eventId, type: 'message.created', occurredAt: new Date(0), data: {} },
              endpoint,
            })),
          );
        },
        record: (endings) => {
          recorded.push(...endings.map(({ eventId }) => eventId));
          return Promise.resolve(disabledByAnEnding);
        },
        drop: () => Promise.resolve(),
      },
      call: () => new Promise((resolve) => calls.push(resolve)),
      openSecret: () => 'whsec_secret',
      time: { now: () => 0, wallNowMs: () => wallMs, jitter: () => 0 },
      telemetry: {
        busy: (waiting: number, inFlight: number) => (held = { waiting, inFlight }),
        ended: () => undefined,
        disabled: () => undefined,
      } as unknown as AttemptDependencies['telemetry'],
    },
    (error) => {
      throw error;
    },
  );
  return {
    attempts,
    unread,
    recorded,
    calls,
    held: () => held,
    pass: (ms: number) => (wallMs += ms),
    answerAll: () => {
      for (const answer of calls) {
        answer({ kind: 'answered', statusCode: 200, retryAfter: null, date: null });
      }
    },
  };
}

/** All its places are taken, and one more delivery waits. */
async function givenAFullEndpoint(options: Parameters<typeof given>[0] = {}) {
  const world = given(options);
  const all = deliveries(PLACES_OF_AN_ENDPOINT + 1);
  world.attempts.offer(all);
  await until(() => world.calls.length === PLACES_OF_AN_ENDPOINT);
  return { ...world, all };
}

function deliveries(count: number): DueDelivery[] {
  return Array.from({ length: count }, (_, index) => ({
    businessId: 'biz',
    endpointId: 'we',
    eventId: `evt_${index}`,
    partition: 0,
    attempt: 0,
  }));
}
