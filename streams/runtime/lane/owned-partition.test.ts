import { OwnedPartition, PublishProgress } from './owned-partition';
import type { LogRecord } from '../records';

const relay = {
  relayedAtOpening: -1,
  enqueue: () => undefined,
  drain: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

function partitionAt(position: number): OwnedPartition {
  return new OwnedPartition({ partition: 0, epoch: 1, position, lastNowMs: 0 }, relay, new PublishProgress());
}

function records(...offsets: number[]): LogRecord[] {
  return offsets.map((offset) => ({ partition: 0, offset, value: Buffer.alloc(10) }));
}

describe('what is read from the log', () => {
  test('is queued when it follows on what is there', () => {
    const owner = partitionAt(5);
    expect(owner.offer(records(5, 6))).toBe(true);
    expect(owner.offer(records(7))).toBe(true);
    expect([owner.take(), owner.take(), owner.take()].map((record) => record?.offset)).toEqual([5, 6, 7]);
  });

  test('is passed over where it was read before', () => {
    const owner = partitionAt(5);
    expect(owner.offer(records(3, 4, 5))).toBe(true);
    expect(owner.take()?.offset).toBe(5);
    expect(owner.take()).toBeUndefined();
  });

  test.each([[records(6)], [records(5, 7)]])('is refused from a gap on', (gap) => {
    const owner = partitionAt(5);
    expect(owner.offer(gap)).toBe(false);
  });
});

describe('a queue', () => {
  test('asks for no more when it is full, and for more again when half of it is taken', () => {
    const owner = partitionAt(0);
    expect(owner.takesMoreAgain()).toBe(false);
    owner.offer(records(...Array(2_001).keys()));
    expect(owner.isFull()).toBe(true);
    expect(owner.takesMoreAgain()).toBe(false);
    for (let taken = 0; taken < 1_002; taken += 1) owner.take();
    expect([owner.takesMoreAgain(), owner.takesMoreAgain()]).toEqual([true, false]);
    expect(owner.isFull()).toBe(false);
  });
});

describe('an outbox row can go', () => {
  const row = (lastOffset: number) => ({ partition: 0, lastOffset, records: [] });

  test('when its sends are published and its events relayed, and no earlier row is open', () => {
    const progress = new PublishProgress();
    const firstPublished = progress.begin(row(10));
    const secondPublished = progress.begin(row(20));
    secondPublished();
    progress.relayedUpTo(20);
    expect(progress.beginForgetting()).toBeUndefined();
    firstPublished();
    expect(progress.beginForgetting()).toBe(20);
  });

  test('not before the relay has come so far', () => {
    const progress = new PublishProgress();
    progress.begin(row(10))();
    progress.begin(row(20))();
    progress.relayedUpTo(10);
    expect(progress.beginForgetting()).toBe(10);
  });

  test('again, if the transaction that was to drop it failed', () => {
    const progress = new PublishProgress();
    progress.begin(row(10))();
    progress.relayedUpTo(10);
    expect(progress.beginForgetting()).toBe(10);
    expect(progress.beginForgetting()).toBe(10);
    progress.forgotten();
    expect(progress.beginForgetting()).toBeUndefined();
  });
});
