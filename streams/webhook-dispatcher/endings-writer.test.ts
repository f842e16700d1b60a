import { until } from '../runtime/timing/until.fixture';
import { rest } from '../runtime/timing/sleep';
import type { EndedAttempt } from './decide';
import { EndingsWriter } from './endings-writer';

const TIMED_OUT = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

test('an ending that times out alone several times is given up, and the others of its batch are stored', async () => {
  const { add, stored, defects } = given((ids) => ids.includes('evt_3') && TIMED_OUT);
  add('evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5');
  await until(() => stored.length === 4 && defects.length === 1);
  expect([stored.toSorted(), defects]).toEqual([['evt_1', 'evt_2', 'evt_4', 'evt_5'], ['evt_3']]);
});

test('a batch of endings that times out is stored in smaller batches', async () => {
  const { add, stored, defects } = given((ids) => ids.length > 2 && TIMED_OUT);
  add('evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5');
  await until(() => stored.length === 5);
  expect(defects).toEqual([]);
});

test('endings are kept while the database is down, and stored when it is back', async () => {
  let failures = 0;
  const outage = Object.assign(new Error('shutting down'), { code: '57P01' });
  const { add, stored, defects } = given(() => failures++ < 5 && outage);
  add('evt_1', 'evt_2');
  await until(() => stored.length === 2);
  expect(defects).toEqual([]);
});

function given(fails: (eventIds: readonly string[]) => Error | false) {
  const stored: string[] = [];
  const defects: string[] = [];
  const writer = new EndingsWriter<{ readonly ending: EndedAttempt }>({
    store: {
      record: async (endings) => {
        const ids = endings.map(({ eventId }) => eventId);
        const failure = fails(ids);
        if (failure !== false) throw failure;
        stored.push(...ids);
        return [];
      },
    },
    time: { now: () => 0, rest: () => rest(0) },
    telemetry: {
      defect: ({ eventId }) => void defects.push(eventId),
      disabled: () => undefined,
      outage: () => undefined,
    },
    onStored: () => undefined,
    onDisabled: () => undefined,
    onFatal: (error) => {
      throw error;
    },
  });
  const add = (...eventIds: string[]) => {
    for (const eventId of eventIds) writer.add({ ending: { eventId } as EndedAttempt });
  };
  return { add, stored, defects };
}
