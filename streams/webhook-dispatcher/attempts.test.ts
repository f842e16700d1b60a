import { until } from '../runtime/given-until';
import { Attempts, type AttemptDependencies } from './attempts';
import type { CallOutcome } from './classify';
import type { DueDelivery } from './delivery';

const PLACES_OF_AN_ENDPOINT = 8;
const WAITING_FOR_AN_ENDPOINT = 1_000;

describe('the row of a delivery', () => {
  it('that begins when it comes is not read again: it was stored, or found waiting, just now', async () => {
    const { attempts, unread } = given();
    attempts.offer([delivery(0)]);
    await until(() => unread.length === 1);
    expect(unread).toEqual([['evt_0']]);
  });

  it.each([
    ['not read: nobody else tries it meanwhile', 9_999, ['evt_8']],
    ['read first when that was ten seconds', 10_000, []],
  ])('that has waited for its turn is %s', async (_what, waitedMs, expected) => {
    const { attempts, unread, calls, pass, answerAll } = given();
    attempts.offer(Array.from({ length: PLACES_OF_AN_ENDPOINT + 1 }, (_, index) => delivery(index)));
    await until(() => calls.length === PLACES_OF_AN_ENDPOINT);
    pass(waitedMs);
    answerAll();
    await until(() => unread.length === 2);
    expect(unread[1]).toEqual(expected);
  });

  it('that was dropped with all others of its endpoint is read, though the endpoint is enabled again', async () => {
    const { attempts, unread, calls, answerAll } = given({ disabledByAnEnding: ['we'] });
    attempts.offer(Array.from({ length: PLACES_OF_AN_ENDPOINT + 1 }, (_, index) => delivery(index)));
    await until(() => calls.length === PLACES_OF_AN_ENDPOINT);
    answerAll();
    await until(() => unread.length === 2);
    expect(unread[1]).toEqual([]);
  });
});

describe('a delivery that finds no room', () => {
  it('is given back, to be offered again', async () => {
    const { attempts, calls } = given();
    const all = Array.from({ length: WAITING_FOR_AN_ENDPOINT + 2 }, (_, index) => delivery(index));
    expect(attempts.offer(all)).toEqual(all.slice(WAITING_FOR_AN_ENDPOINT));
    await until(() => calls.length === PLACES_OF_AN_ENDPOINT);
  });
});

describe('a partition', () => {
  it('that went to another and came back brings its deliveries again', async () => {
    const { attempts, calls, answerAll } = given();
    const all = Array.from({ length: PLACES_OF_AN_ENDPOINT + 1 }, (_, index) => delivery(index));
    attempts.offer(all);
    await until(() => calls.length === PLACES_OF_AN_ENDPOINT);
    attempts.retain(new Set([1]));
    expect(attempts.busy.firsts).toEqual([]);
    attempts.offer(all);
    answerAll();
    await until(() => calls.length === all.length);
  });
});

describe('attempts that are told to stop', () => {
  it('end what is under way, and begin nothing more', async () => {
    const { attempts, calls, recorded, answerAll } = given();
    attempts.offer(Array.from({ length: PLACES_OF_AN_ENDPOINT + 1 }, (_, index) => delivery(index)));
    await until(() => calls.length === PLACES_OF_AN_ENDPOINT);
    let hasStopped = false;
    const stopped = attempts.stop().then(() => (hasStopped = true));
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
    const { attempts, calls, answerAll } = given();
    const all = Array.from({ length: PLACES_OF_AN_ENDPOINT + 1 }, (_, index) => delivery(index));
    attempts.offer(all);
    await until(() => calls.length === PLACES_OF_AN_ENDPOINT);
    expect(attempts.offer(all)).toEqual([]);
    answerAll();
    await until(() => calls.length === all.length);
    answerAll();
    await attempts.stop();
    expect(calls).toHaveLength(all.length);
  });
});

/** An endpoint that answers when it is told to, and a store that says which rows it was not asked to read. */
function given({ disabledByAnEnding = [] as string[] } = {}) {
  const unread: string[][] = [];
  const recorded: string[] = [];
  const calls: ((outcome: CallOutcome) => void)[] = [];
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
        busy: () => undefined,
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
    pass: (ms: number) => (wallMs += ms),
    answerAll: () => {
      for (const answer of calls) {
        answer({ kind: 'answered', statusCode: 200, retryAfter: null, date: null });
      }
    },
  };
}

function delivery(index: number): DueDelivery {
  return { businessId: 'biz', endpointId: 'we', eventId: `evt_${index}`, partition: 0, attempt: 0 };
}
