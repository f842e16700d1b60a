import { IDLE_RELAY, recordsAt } from './command-consumer.fixture';
import { OwnedPartition, PublishProgress } from './owned-partition';

function partitionAt(position: number): OwnedPartition {
  return new OwnedPartition(
    { partition: 0, epoch: 1, position, lastNowMs: 0 },
    IDLE_RELAY,
    new PublishProgress(),
  );
}

describe('a record from the log (HAZ-2)', () => {
  test('is queued if its offset follows on the last one', () => {
    const owner = partitionAt(5);
    expect(owner.offer(recordsAt(0, 5, 6))).toBe(true);
    expect(owner.offer(recordsAt(0, 7))).toBe(true);
    expect([owner.take(), owner.take(), owner.take()].map((record) => record?.offset)).toEqual([5, 6, 7]);
  });

  test('is skipped if it was read before', () => {
    const owner = partitionAt(5);
    expect(owner.offer(recordsAt(0, 3, 4, 5))).toBe(true);
    expect(owner.take()?.offset).toBe(5);
    expect(owner.take()).toBeUndefined();
  });

  test.each([[recordsAt(0, 6)], [recordsAt(0, 5, 7)]])('is refused behind a gap', (gap) => {
    const owner = partitionAt(5);
    expect(owner.offer(gap)).toBe(false);
  });
});

describe('a queue', () => {
  test('is full at its limit, and has room again when half of it is taken', () => {
    const owner = partitionAt(0);
    expect(owner.takesMoreAgain()).toBe(false);
    owner.offer(recordsAt(0, ...Array(2_001).keys()));
    expect(owner.isFull()).toBe(true);
    expect(owner.takesMoreAgain()).toBe(false);
    for (let taken = 0; taken < 1_002; taken += 1) owner.take();
    expect([owner.takesMoreAgain(), owner.takesMoreAgain()]).toEqual([true, false]);
    expect(owner.isFull()).toBe(false);
  });
});

test('a transaction begins at the position that the one before it moves to, or further back if that one fails', () => {
  const owner = partitionAt(5);
  const advance = { partition: 0, epoch: 1, from: 5, to: 7, nowMs: 70 };
  owner.advance(advance);
  expect([owner.position, owner.lastNowMs]).toEqual([7, 70]);
  owner.rollBack();
  expect([owner.position, owner.lastNowMs]).toEqual([5, 0]);
  owner.commit(advance);
  owner.advance({ ...advance, from: 7, to: 9, nowMs: 90 });
  owner.rollBack();
  expect([owner.position, owner.lastNowMs]).toEqual([7, 70]);
});

describe('an outbox row can be deleted', () => {
  const row = (lastOffset: number) => ({ partition: 0, lastOffset, records: [] });

  test('when its sends and events are published, and those of all earlier rows', () => {
    const progress = new PublishProgress();
    const firstPublished = progress.begin(row(10));
    const secondPublished = progress.begin(row(20));
    secondPublished();
    progress.relayedUpTo(20);
    expect(progress.publishedUpTo()).toBeUndefined();
    firstPublished();
    expect(progress.publishedUpTo()).toBe(20);
  });

  test('not before the relay has published its events', () => {
    const progress = new PublishProgress();
    progress.begin(row(10))();
    progress.begin(row(20))();
    progress.relayedUpTo(10);
    expect(progress.publishedUpTo()).toBe(10);
  });

  test('after an earlier one, even if it was published while that one was being deleted', () => {
    const progress = new PublishProgress();
    progress.begin(row(10))();
    progress.relayedUpTo(20);
    const first = progress.publishedUpTo();
    progress.begin(row(20))();
    progress.forgotten(first ?? 0);
    expect([first, progress.publishedUpTo()]).toEqual([10, 20]);
  });

  test('again, if the transaction that was to delete it failed', () => {
    const progress = new PublishProgress();
    progress.begin(row(10))();
    progress.relayedUpTo(10);
    expect(progress.publishedUpTo()).toBe(10);
    expect(progress.publishedUpTo()).toBe(10);
    progress.forgotten(10);
    expect(progress.publishedUpTo()).toBeUndefined();
  });
});
