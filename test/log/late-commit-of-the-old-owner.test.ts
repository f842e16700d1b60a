import { topics } from '../../schemas/topics';
import {
  aNewBusiness,
  append,
  balanceOf,
  countOf,
  outboxSize,
  pushFor,
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

test('a transaction that the old owner commits during the take-over counts, and the new owner publishes it (HAZ-4)', async () => {
  const business = aNewBusiness();
  const old = world.startProgram('ledger-that-stalls', 'inside-transaction');
  await old.logged('partitions opened');
  await append(world, [business.creation, topUpOf(business.id, 5), pushFor(business.id)]);
  await old.logged('stalled');
  old.freeze();

  const successor = world.start('pipeline', 'ledger');
  await until('the new owner waits for the lock on the position', () => isWaitingForTheOldOwner(world));
  expect(await balanceOf(world, business.id)).toBeUndefined();
  old.release();
  old.thaw();

  await successor.logged('partitions opened');
  expect(await balanceOf(world, business.id)).toBe(5);
  await append(world, [topUpOf(business.id, 7)]);
  await until(
    'the new owner goes on where the old one ended',
    async () => (await balanceOf(world, business.id)) === 12,
  );
  expect(await countOf(world, 'messages', business.id)).toBe(1);
  expect(await countOf(world, 'credit_entries', business.id)).toBe(2);

  await until('the outbox is empty', async () => (await outboxSize(world)) === 0);
  expect((await readCommitted(world, topics.eventsAccount)).map((event) => event.balance)).toEqual([5, 12]);
  expect((await readCommitted(world, topics.eventsMessage)).map((event) => event.type)).toEqual([
    'message.accepted',
    'message.queued',
  ]);
});

async function isWaitingForTheOldOwner({ database }: World): Promise<boolean> {
  const waiting = await database.query(
    {
      name: 'test-waiting',
      text: `SELECT 1 FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%positions%'`,
    },
    [],
  );
  return waiting.length > 0;
}
