import type { Admin, Kafka } from 'kafkajs';
import { topics } from '../../schemas/topics';
import { nextTurnMs, relayOpener, TRANSACTION_EVERY_MS } from './event-relay';

describe('the turns of relays', () => {
  it('come once in a while for each partition', () => {
    for (const partition of [0, 1, 5, 47]) {
      const first = nextTurnMs(partition, 100_000);
      expect(nextTurnMs(partition, first) - first).toBeCloseTo(TRANSACTION_EVERY_MS);
      expect(nextTurnMs(partition, first + 20) - first).toBeCloseTo(TRANSACTION_EVERY_MS);
    }
  });

  it('come at once after a quiet time, and the next one not before half of the time has passed', () => {
    expect(nextTurnMs(3, Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
    for (let startedAt = 0; startedAt < 10_000; startedAt += 7) {
      const restMs = nextTurnMs(3, startedAt) - startedAt;
      expect(restMs).toBeGreaterThanOrEqual(TRANSACTION_EVERY_MS / 2);
      expect(restMs).toBeLessThanOrEqual(TRANSACTION_EVERY_MS * 1.5);
    }
  });

  it('are apart from each other, however many partitions there are', () => {
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

  it('tells what one transaction cannot carry in the next, and does not rest before', async () => {
    const { opened, committed, relayed } = await openRelay();
    for (const offset of [10, 11, 12, 13, 14]) opened.enqueue(offset, [event(offset, 200_000)]);
    for (let turn = 0; turn < 100 && relayed.length < 3; turn += 1) await new Promise(setImmediate);
    expect(committed).toEqual([2, 2, 1]);
    expect(relayed).toEqual([11, 13, 14]);
    await opened.drain();
  });

  it('rests while one transaction is enough, so that many commands share it', async () => {
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
