import type { Codec } from '../codec';
import { deadLetterOf, readBatch, takeBatch, Undecodable, unreadBatch } from './batch';
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

  test('begins with another partition each time', () => {
    expect(taken([queueOf(0, 1), queueOf(1, 1)], 1)).toEqual(['1:0', '0:0']);
  });

  test('is at most 250 commands, shared fairly', () => {
    const owners = [queueOf(0, 1_000), queueOf(1, 1_000)];
    const batch = takeBatch(owners, 0);
    expect(batch).toHaveLength(250);
    expect(batch.filter(({ partition }) => partition === 1)).toHaveLength(125);
  });

  test('is at most 1 MiB, and a larger command goes alone', () => {
    expect(takeBatch([queueOf(0, 5, 400 * 1024)], 0)).toHaveLength(2);
    expect(takeBatch([queueOf(0, 2, 5 * 1024 * 1024)], 0)).toHaveLength(1);
  });

  test('is empty when nothing waits', () => {
    expect(takeBatch([queueOf(0, 0)], 0)).toEqual([]);
    expect(takeBatch([], 3)).toEqual([]);
  });

  test('leaves what it does not take where it was', () => {
    const owner = queueOf(0, 300);
    takeBatch([owner], 0);
    expect(owner.peek()?.offset).toBe(250);
  });
});

describe('the time at which commands are decided', () => {
  /** Records say nothing but when they were made. */
  const codec: Codec = {
    encode: () => Buffer.alloc(0),
    decode: (_topic, bytes) => Promise.resolve({ issued_at: Number(bytes.toString()) } as never),
  };

  function ownerAt(partition: number, lastNowMs: number, moments: readonly number[]): OwnedPartition {
    const position = { partition, epoch: 1, position: 0, lastNowMs };
    const owner = new OwnedPartition(position, relay, new PublishProgress());
    owner.offer(moments.map((moment, offset) => ({ partition, offset, value: Buffer.from(String(moment)) })));
    return owner;
  }

  test('never runs backwards, whichever clock jumps: within a batch, and from one to the next', async () => {
    const owner = ownerAt(0, 5_000, [4_000, 9_000, 1_000, 9_500, 7_000]);
    const { records, advances } = await readBatch(codec, takeBatch([owner], 0));
    expect(records.map(({ timed }) => timed.nowMs)).toEqual([5_000, 9_000, 9_000, 9_500, 9_500]);
    expect(advances).toMatchObject([{ to: 5, nowMs: 9_500 }]);
  });

  test('is kept by partition: the jump of one moves no other', async () => {
    const owners = [ownerAt(0, 0, [9_000_000, 2_000]), ownerAt(1, 0, [1_000, 3_000])];
    const { records } = await readBatch(codec, takeBatch(owners, 0));
    const times = records.map(({ partition, timed }) => [partition, timed.nowMs]);
    expect(times).toEqual([
      [0, 9_000_000],
      [1, 1_000],
      [0, 9_000_000],
      [1, 3_000],
    ]);
  });
});

describe('a dead letter', () => {
  const TEXT = 'Please leave it with my neighbour Bob';
  const quoting = new Error(`invalid "int": "${TEXT}"`);

  test.each([
    ['defect', quoting],
    ['undecodable', new Undecodable(quoting)],
    ['unstorable', Object.assign(new Error(`invalid byte sequence in "${TEXT}"`), { code: '22021' })],
  ])('of the reason %s tells where it failed, and nothing of what the command says', (reason, error) => {
    const [record] = takeBatch([queueOf(0, 1)], 0);
    const letter = deadLetterOf({ record: record!, batch: unreadBatch(record!), error, nowMs: 0 });
    expect(letter.reason).toBe(reason);
    expect(letter.error).toMatch(
      reason === 'unstorable' ? /^SQLSTATE 22021$/ : /^Error at .*batch\.test\.ts/,
    );
    expect(letter.error).not.toContain('neighbour');
  });

  test('of a record that tells no time has the time of the clock, however long its partition has been idle', () => {
    const [record] = takeBatch([queueOf(0, 1)], 0);
    const error = new Undecodable(quoting);
    const letter = deadLetterOf({ record: record!, batch: unreadBatch(record!), error, nowMs: NOON });
    expect(letter.parkedAt).toEqual(new Date(NOON));
  });
});

const NOON = Date.UTC(2026, 10, 16, 12);
