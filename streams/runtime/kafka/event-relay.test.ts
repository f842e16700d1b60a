import type { Admin, Kafka } from 'kafkajs';
import { topics } from '../../../schemas/topics';
import { nextTurnMs, relayOpener, TRANSACTION_EVERY_MS } from './event-relay';

describe('the turns of relays', () => {
  it('come every two seconds for each partition', () => {
    for (const partition of [0, 1, 5, 47]) {
      const first = nextTurnMs(partition, 100_000);
      expect(nextTurnMs(partition, first) - first).toBeCloseTo(TRANSACTION_EVERY_MS);
      expect(nextTurnMs(partition, first + 20) - first).toBeCloseTo(TRANSACTION_EVERY_MS);
    }
  });

  it('come at once after a quiet time, but never within half of the interval after the last one (EVENT-3)', () => {
    expect(nextTurnMs(3, Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
    for (let startedAt = 0; startedAt < 10_000; startedAt += 7) {
      const restMs = nextTurnMs(3, startedAt) - startedAt;
      expect(restMs).toBeGreaterThanOrEqual(TRANSACTION_EVERY_MS / 2);
      expect(restMs).toBeLessThanOrEqual(TRANSACTION_EVERY_MS * 1.5);
    }
  });

  it('are spread over the interval for any number of partitions', () => {
    for (const partitions of [2, 6, 48]) {
      const turns = Array.from(
        { length: partitions },
        (_, partition) => nextTurnMs(partition, 0) % TRANSACTION_EVERY_MS,
      );
      const sorted = turns.toSorted((a, b) => a - b);
      const gaps = sorted.slice(1).map((turn, index) => turn - sorted[index]!);
      expect(Math.min(...gaps)).toBeGreaterThan(TRANSACTION_EVERY_MS / partitions / 3);
    }
  });
});

describe('a relay', () => {
  const event = (cause: number, bytes: number) => ({
    topic: topics.eventsMessage.name,
    partition: 0,
    key: 'biz_1',
    value: Buffer.alloc(bytes),
    cause,
  });

  it('publishes what one transaction cannot carry in the next one, without a pause', async () => {
    const { opened, committed, relayed } = await openRelay();
    for (const offset of [10, 11, 12, 13, 14]) opened.enqueue(offset, [event(offset, 200_000)]);
    for (let turn = 0; turn < 100 && relayed.length < 3; turn += 1) await new Promise(setImmediate);
    expect(committed).toEqual([2, 2, 1]);
    expect(relayed).toEqual([11, 13, 14]);
    await opened.drain();
  });

  it('pauses while one transaction is enough, so that many commands share it', async () => {
    const { opened, committed, relayed } = await openRelay();
    opened.enqueue(10, [event(10, 100)]);
    await new Promise(setImmediate);
    for (const offset of [11, 12, 13]) opened.enqueue(offset, [event(offset, 100)]);
    await new Promise(setImmediate);
    expect([committed, relayed]).toEqual([[1], [10]]);
    await opened.drain();
    expect([committed, relayed]).toEqual([
      [1, 3],
      [10, 13],
    ]);
  });

  async function openRelay() {
    const committed: number[] = [];
    const relayed: number[] = [];
    const producer = {
      connect: () => Promise.resolve(),
      disconnect: () => Promise.resolve(),
      transaction: () => Promise.resolve(transactionInto(committed)),
    };
    const kafka = { producer: () => producer } as unknown as Kafka;
    const admin = { fetchOffsets: () => Promise.resolve([]) } as unknown as Admin;
    const opened = await relayOpener(kafka, admin)(0, {
      onRelayed: (offset) => relayed.push(offset),
      onFailure: (error) => {
        throw error;
      },
    });
    return { opened, committed, relayed };
  }

  function transactionInto(committed: number[]) {
    let count = 0;
    return {
      abort: () => Promise.resolve(),
      sendBatch({ topicMessages }: { topicMessages: { messages: unknown[] }[] }) {
        count = topicMessages.flatMap(({ messages }) => messages).length;
        return Promise.resolve();
      },
      sendOffsets: () => Promise.resolve(),
      commit() {
        committed.push(count);
        return Promise.resolve();
      },
    };
  }
});

describe('opening a relay (HAZ-6)', () => {
  it('reads how far events were published only after it has fenced the old owner', async () => {
    const { opening, fenced, calls, lastCommitOfTheOldOwner } = open();
    await new Promise(setImmediate);
    expect(calls).toEqual(['connect', 'transaction', 'abort']);
    lastCommitOfTheOldOwner('42');
    fenced.resolve();
    expect((await opening).relayedAtOpening).toBe(41);
    expect(calls).toEqual(['connect', 'transaction', 'abort', 'aborted', 'fetchOffsets']);
  });

  it('fails, and reads nothing, if the old owner could not be fenced', async () => {
    const { opening, fenced, calls } = open();
    fenced.reject(new Error('the coordinator is down'));
    await expect(opening).rejects.toThrow('the coordinator is down');
    expect(calls).not.toContain('fetchOffsets');
  });

  it('keeps no connection if the old owner could not be fenced', async () => {
    const { opening, fenced, calls } = open();
    fenced.reject(new Error('the coordinator is down'));
    await expect(opening).rejects.toThrow('the coordinator is down');
    expect(calls).toEqual(['connect', 'transaction', 'abort', 'disconnect']);
  });

  it('keeps no connection if it cannot read how far events were published', async () => {
    const { opening, fenced, calls, lastCommitOfTheOldOwner } = open();
    lastCommitOfTheOldOwner(new Error('the group is down'));
    fenced.resolve();
    await expect(opening).rejects.toThrow('the group is down');
    expect(calls.slice(-2)).toEqual(['fetchOffsets', 'disconnect']);
  });

  it('finds no events published if no offset was ever committed', async () => {
    const { opening, fenced, lastCommitOfTheOldOwner } = open();
    lastCommitOfTheOldOwner('-1');
    fenced.resolve();
    expect((await opening).relayedAtOpening).toBe(-1);
  });

  /** Opens the relay of partition 3. Its old owner may commit until the first transaction of the new one is aborted. */
  function open() {
    const calls: string[] = [];
    let offset: string | Error = '40';
    const fenced = withResolvers();
    const abort = async () => {
      calls.push('abort');
      await fenced.promise;
      calls.push('aborted');
    };
    const producer = {
      connect: async () => void calls.push('connect'),
      disconnect: async () => void calls.push('disconnect'),
      async transaction() {
        calls.push('transaction');
        return { abort };
      },
    };
    const admin = {
      async fetchOffsets() {
        calls.push('fetchOffsets');
        if (offset instanceof Error) throw offset;
        const partitions = [
          { partition: 2, offset: '7' },
          { partition: 3, offset },
        ];
        return [{ topic: topics.commands.name, partitions }];
      },
    };
    const kafka = { producer: () => producer } as unknown as Kafka;
    const handlers = { onRelayed: () => undefined, onFailure: () => undefined };
    const opening = relayOpener(kafka, admin as unknown as Admin)(3, handlers);
    const lastCommitOfTheOldOwner = (next: string | Error) => (offset = next);
    return { opening, fenced, calls, lastCommitOfTheOldOwner };
  }

  function withResolvers() {
    let resolve: () => void = () => undefined;
    let reject: (error: Error) => void = () => undefined;
    const promise = new Promise<void>((...both) => ([resolve, reject] = both));
    // If no code awaits it, the expectations should fail, and not an unhandled rejection.
    promise.catch(() => undefined);
    return { promise, resolve, reject };
  }
});
