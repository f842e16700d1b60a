import { topics } from '../../schemas/topics';
import { advance, OwnershipLost, takeOver, type Position } from '../../streams/runtime/commands/positions';
import {
  aNewBusiness,
  append,
  balanceOf,
  countOf,
  outboxSize,
  readCommitted,
  topUpOf,
} from '../fixtures/log-client';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
});
afterAll(() => world.close());

test('an owner that slept while it lost its partition cannot store the batch it was working on (HAZ-4)', async () => {
  const business = aNewBusiness();
  const zombie = world.startProgram('ledger-that-stalls', 'before-commit');
  await zombie.logged('partitions opened');
  await append(world, [business.creation, topUpOf(business.id, 5)]);
  await zombie.logged('stalled');
  zombie.freeze();

  const successor = world.start('pipeline', 'ledger');
  await successor.ready();
  await until('the new owner has applied it', async () => (await balanceOf(world, business.id)) === 5);

  zombie.release();
  zombie.thaw();
  const recovery = await zombie.logged('opening partition again');
  expect(recovery).toMatchObject({ reason: 'taken over' });

  await append(world, [topUpOf(business.id, 7)]);
  await until('the log goes on', async () => (await balanceOf(world, business.id)) === 12);
  expect(await countOf(world, 'credit_entries', business.id)).toBe(2);
  await until('the outbox is empty', async () => (await outboxSize(world)) === 0);
  expect((await readCommitted(world, topics.eventsAccount)).map((event) => event.balance)).toEqual([5, 12]);
});

test('nor can it store the batch when the new owner is at the same position and has stored nothing yet', async () => {
  // A number that no partition of this world has, so no consumer interferes.
  const [asleep] = await takeOver(world.database, [77]);
  const [successor] = await takeOver(world.database, [77]);
  expect(successor!.position).toBe(asleep!.position);
  await expect(advance(world.database, [oneFurther(asleep!)])).rejects.toThrow(OwnershipLost);
  await advance(world.database, [oneFurther(successor!)]);
  await expect(advance(world.database, [oneFurther(successor!)])).rejects.toThrow(OwnershipLost);
});

function oneFurther({ partition, epoch, position }: Position): Parameters<typeof advance>[1][0] {
  return { partition, epoch, from: position, to: position + 1, nowMs: 0 };
}
