import { unpackReplies, type AddressedReply } from './replies';
import { ReplySender } from './reply-sender';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const MiB = 1024 * 1024;

test('all replies of a batch to one process travel as one message', () => {
  const { sender, sent } = given();
  sender.send([reply('a', 1), reply('b', 2), reply('a', 3)]);
  expect(sent).toEqual([
    ['a', ['cmd_1', 'cmd_3']],
    ['b', ['cmd_2']],
  ]);
});

test('a batch without replies sends nothing', () => {
  const { sender, sent } = given();
  sender.send([]);
  expect(sent).toEqual([]);
});

test('replies that Redis refuses are counted and delay nothing', async () => {
  const { sender, sent, lost, refuse } = given();
  sender.send([reply('a', 1), reply('a', 2)]);
  refuse();
  await jest.advanceTimersByTimeAsync(0);
  sender.send([reply('a', 3)]);
  expect([sent.length, lost]).toEqual([2, [2]]);
});

test('a Redis that hangs gets no replies after two seconds, and again once it answers (HAZ-11)', async () => {
  const { sender, sent, lost, answer } = given();
  sender.send([reply('a', 1)]);
  await jest.advanceTimersByTimeAsync(1_900);
  sender.send([reply('a', 2)]);
  await jest.advanceTimersByTimeAsync(200);
  sender.send([reply('a', 3), reply('a', 4)]);
  expect([sent.length, lost]).toEqual([2, [2]]);

  answer();
  await jest.advanceTimersByTimeAsync(0);
  sender.send([reply('a', 5)]);
  expect([sent.length, lost]).toEqual([3, [2]]);
});

test('at most 16 MiB wait for a Redis that hangs', () => {
  const { sender, sent, lost } = given();
  const body = 'x'.repeat(6 * MiB);
  for (const n of [1, 2, 3]) sender.send([reply('a', n, body)]);
  expect([sent.length, lost]).toEqual([2, [1]]);
});

function reply(to: string, n: number, body = '{}'): AddressedReply {
  return { to, commandId: `cmd_${n}`, status: 201, body, replayed: false };
}

/** A Redis that answers or refuses only when the test says so. */
function given() {
  const sent: [to: string, commandIds: string[]][] = [];
  const lost: number[] = [];
  let waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const settleAll = (settle: (one: (typeof waiting)[number]) => void) => () => {
    waiting.forEach(settle);
    waiting = [];
  };
  const sender = new ReplySender(
    (to, packed) => {
      sent.push([to, unpackReplies(packed).map(({ commandId }) => commandId)]);
      return new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
    },
    { repliesLost: (count) => lost.push(count) },
  );
  const answer = settleAll(({ resolve }) => resolve());
  const refuse = settleAll(({ reject }) => reject(new Error('Redis is down')));
  return { sender, sent, lost, answer, refuse };
}
