import { topics } from '../../../../schemas/topics';
import type { Send } from '../../../../schemas/generated/send';
import type { Codec } from '../codec';
import { RegistryAway } from '../../failures/failures';
import type { PartitionReader } from '../partition-reader';
import { ConcurrentConsumer } from './concurrent-consumer';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A consumer of one partition that contains record 0. `answers` are the results of decoding it, in turn. */
async function readBy(answers: readonly (() => Send)[]) {
  const seen: Send[] = [];
  const committed: number[] = [];
  const left = [...answers];
  const codec: Codec = {
    encode: () => Buffer.alloc(0),
    decode: () => Promise.resolve().then(() => left.shift()!() as never),
  };
  const consumer = new ConcurrentConsumer<Send>({
    topic: topics.sendsSms,
    codec,
    limit: 100,
    logger: silent as never,
    handlers: {
      onValue(value, finished) {
        seen.push(value);
        finished();
      },
      onReassigned: () => undefined,
      onFailure: (error) => {
        throw error;
      },
    },
  });
  const reader = {
    committed: () => Promise.resolve(new Map([[0, 0]])),
    bounds: () => Promise.resolve(new Map([[0, { first: 0, end: 1 }]])),
    start: () => consumer.onRecords(0, [{ partition: 0, offset: 0, value: Buffer.alloc(6) }]),
    pause: () => undefined,
    resume: () => undefined,
    commit: (offsets: ReadonlyMap<number, number>) => {
      committed.push(...offsets.values());
      return Promise.resolve();
    },
  };
  consumer.onAssigned([0], reader as unknown as PartitionReader);
  while (left.length > 0) await new Promise(setImmediate);
  await new Promise(setImmediate);
  await consumer.commit();
  return { seen, committed };
}

const SEND: Send = { send_id: 'snd_1', business_id: 'biz_1', attempt: 1 };
const unavailable = (): never => {
  throw new RegistryAway(new Error('connect ECONNREFUSED'));
};

describe('a record that cannot be decoded', () => {
  test('is skipped if it is not a record of the topic', async () => {
    const broken = (): never => {
      throw new Error('no such schema');
    };
    expect(await readBy([broken])).toEqual({ seen: [], committed: [1] });
  });

  test('is tried again while the schema registry is unavailable, so that no send is lost', async () => {
    expect(await readBy([unavailable, unavailable, () => SEND])).toEqual({ seen: [SEND], committed: [1] });
  });
});

describe('unfinished records (HAZ-8)', () => {
  /** A consumer of one partition that may hold four records. Only the test finishes them. */
  async function given() {
    const toFinish: (() => void)[] = [];
    const calls: string[] = [];
    const consumer = new ConcurrentConsumer<Send>({
      topic: topics.sendsSms,
      codec: { encode: () => Buffer.alloc(0), decode: () => Promise.resolve(SEND as never) },
      limit: 4,
      logger: silent as never,
      handlers: {
        onValue: (_value, finished) => void toFinish.push(finished),
        onReassigned: () => undefined,
        onFailure: (error) => {
          throw error;
        },
      },
    });
    const reader = {
      committed: () => Promise.resolve(new Map([[0, 0]])),
      bounds: () => Promise.resolve(new Map([[0, { first: 0, end: 100 }]])),
      start: () => undefined,
      pause: (partition: number) => calls.push(`pause ${partition}`),
      resume: (partition: number) => calls.push(`resume ${partition}`),
    };
    consumer.onAssigned([0], reader as unknown as PartitionReader);
    while (!consumer.isOpen) await new Promise(setImmediate);
    let end = 0;
    const read = async (count: number) => {
      const records = Array.from({ length: count }, () => ({
        partition: 0,
        offset: end++,
        value: Buffer.alloc(6),
      }));
      consumer.onRecords(0, records);
      while (toFinish.length < end) await new Promise(setImmediate);
    };
    return { toFinish, calls, read };
  }

  test('do not pause reading up to the limit', async () => {
    const { calls, read } = await given();
    await read(4);
    expect(calls).toEqual([]);
  });

  test('pause reading beyond the limit until half of them are finished, in any order', async () => {
    const { toFinish, calls, read } = await given();
    await read(5);
    expect(calls).toEqual(['pause 0']);
    toFinish[4]!();
    toFinish[1]!();
    expect(calls).toEqual(['pause 0']);
    toFinish[3]!();
    expect(calls).toEqual(['pause 0', 'resume 0']);
    toFinish[0]!();
    expect(calls).toHaveLength(2);
  });
});
