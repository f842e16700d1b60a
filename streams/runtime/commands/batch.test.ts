import fc from 'fast-check';
import type { Codec } from '../kafka/codec';
import { deadLetterOf, MOST_AHEAD_MS, readBatch, takeBatch, Undecodable, unreadBatch } from './batch';
import { OwnedPartition, PublishProgress } from './owned-partition';

const relay = {
  relayedAtOpening: -1,
  enqueue: () => undefined,
  drain: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

function queueOf(partition: number, count: number, bytes = 10): OwnedPartition {
  const owner = new OwnedPartition(
    { partition, epoch: 1, position: 0, lastNowMs: 0 },
    relay,
    new PublishProgress(),
  );
  owner.offer(
    Array.from({ length: count }, (_, offset) => ({ partition, offset, value: Buffer.alloc(bytes) })),
  );
  return owner;
}

const taken = (owners: OwnedPartition[], turn = 0): string[] =>
  takeBatch(owners, turn).map(({ partition, offset }) => `${partition}:${offset}`);

describe('a micro-batch', () => {
  test('takes turns between partitions and keeps the order within each', () => {
    expect(taken([queueOf(0, 3), queueOf(1, 1)])).toEqual(['0:0', '1:0', '0:1', '0:2']);
  });

  test('begins with another partition than the one before', () => {
    expect(taken([queueOf(0, 1), queueOf(1, 1)], 1)).toEqual(['1:0', '0:0']);
  });

  test('has at most 250 commands, shared fairly between partitions (HAZ-20)', () => {
    const owners = [queueOf(0, 1_000), queueOf(1, 1_000)];
    const batch = takeBatch(owners, 0);
    expect(batch).toHaveLength(250);
    expect(batch.filter(({ partition }) => partition === 1)).toHaveLength(125);
  });

  test('has at most 1 MiB, and a larger command goes alone', () => {
    expect(takeBatch([queueOf(0, 5, 400 * 1024)], 0)).toHaveLength(2);
    expect(takeBatch([queueOf(0, 2, 5 * 1024 * 1024)], 0)).toHaveLength(1);
  });

  test('is empty when nothing waits', () => {
    expect(takeBatch([queueOf(0, 0)], 0)).toEqual([]);
    expect(takeBatch([], 3)).toEqual([]);
  });

  test('leaves all other records in their queues', () => {
    const owner = queueOf(0, 300);
    takeBatch([owner], 0);
    expect(owner.peek()?.offset).toBe(250);
  });
});

describe('the time at which commands are decided', () => {
  const NOW = 10_000_000;

  /** A record contains only when it was issued and, for a timer, when it was due. */
  const codec: Codec = {
    encode: () => Buffer.alloc(0),
    decode: (_topic, bytes) => {
      const [issued_at, due_at] = bytes.toString().split(' due ').map(Number);
      const body = due_at === undefined ? { TopUp: {} } : { FireTimer: { due_at } };
      return Promise.resolve({ issued_at, body } as never);
    },
  };

  function ownerAt(
    partition: number,
    lastNowMs: number,
    moments: readonly (number | string)[],
  ): OwnedPartition {
    const position = { partition, epoch: 1, position: 0, lastNowMs };
    const owner = new OwnedPartition(position, relay, new PublishProgress());
    owner.offer(moments.map((moment, offset) => ({ partition, offset, value: Buffer.from(String(moment)) })));
    return owner;
  }

  async function read(owners: OwnedPartition[], nowMs = NOW) {
    const ahead: number[] = [];
    const onAhead = (_record: unknown, aheadMs: number) => void ahead.push(aheadMs);
    const { records, advances } = await readBatch(codec, takeBatch(owners, 0), { nowMs, onAhead });
    return { records, advances, ahead, times: records.map(({ timed }) => timed.nowMs) };
  }

  test('never goes back when a clock jumps, neither within a batch nor from one to the next', async () => {
    const { times, advances } = await read([ownerAt(0, 5_000, [4_000, 9_000, 1_000, 9_500, 7_000])]);
    expect(times).toEqual([5_000, 9_000, 9_000, 9_500, 9_500]);
    expect(advances).toMatchObject([{ to: 5, nowMs: 9_500 }]);
  });

  test('belongs to a partition: a jump in one does not move another', async () => {
    const { records } = await read([ownerAt(0, 0, [9_000_000, 2_000]), ownerAt(1, 0, [1_000, 3_000])]);
    expect(records.map(({ partition, timed }) => [partition, timed.nowMs])).toEqual([
      [0, 9_000_000],
      [1, 1_000],
      [0, 9_000_000],
      [1, 3_000],
    ]);
  });

  test('is at most 5 s ahead of the ledger, and a command dated later is reported (HAZ-19)', async () => {
    const sound = NOW + MOST_AHEAD_MS;
    const { times, advances, ahead, records } = await read([
      ownerAt(0, 0, [sound, sound + 1, NOW + DAY_MS, NOW]),
    ]);
    expect(times).toEqual([sound, sound, sound, sound]);
    expect(records[2]!.timed.command.issued_at).toBe(sound);
    expect([advances[0]!.nowMs, ahead]).toEqual([sound, [MOST_AHEAD_MS + 1, DAY_MS]]);
  });

  test('of a timer is never before it was due, and does not move the time of later commands (HAZ-18)', async () => {
    const due = NOW + DAY_MS;
    const fired = `${String(due)} due ${String(due)}`;
    const { times, advances, ahead } = await read([ownerAt(0, 0, [NOW - 1, fired, NOW])]);
    expect(times).toEqual([NOW - 1, due, NOW + MOST_AHEAD_MS]);
    expect([advances[0]!.nowMs, ahead]).toEqual([NOW + MOST_AHEAD_MS, []]);
  });

  test('moves no partition further ahead than 5 s, for any clocks', async () => {
    const moment = fc.integer({ min: 0, max: 3 * NOW });
    const timer = fc
      .tuple(moment, moment)
      .map(([at, due]) => `${String(Math.max(at, due))} due ${String(due)}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(moment, timer), { minLength: 1, maxLength: 20 }),
        async (moments) => {
          const { advances } = await read([ownerAt(0, 0, moments)]);
          expect(advances[0]!.nowMs).toBeLessThanOrEqual(NOW + MOST_AHEAD_MS);
        },
      ),
    );
  });
});

describe('a dead letter', () => {
  const TEXT = 'Please leave it with my neighbour Bob';
  const quoting = new Error(`invalid "int": "${TEXT}"`);

  test.each([
    ['defect', quoting],
    ['undecodable', new Undecodable(quoting)],
    ['unstorable', Object.assign(new Error(`invalid byte sequence in "${TEXT}"`), { code: '22021' })],
  ])('of the reason %s says where it failed and contains no text of the command', (reason, error) => {
    const [record] = takeBatch([queueOf(0, 1)], 0);
    const deadLetter = deadLetterOf({ record: record!, batch: unreadBatch(record!), error, nowMs: 0 });
    expect(deadLetter.reason).toBe(reason);
    expect(deadLetter.error).toMatch(
      reason === 'unstorable' ? /^SQLSTATE 22021$/ : /^Error at .*batch\.test\.ts/,
    );
    expect(deadLetter.error).not.toContain('neighbour');
  });

  test('of a record without a time has the time of the clock, even after its partition was idle for long', () => {
    const [record] = takeBatch([queueOf(0, 1)], 0);
    const error = new Undecodable(quoting);
    const deadLetter = deadLetterOf({ record: record!, batch: unreadBatch(record!), error, nowMs: NOON });
    expect(deadLetter.parkedAt).toEqual(new Date(NOON));
  });
});

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 16, 12);
