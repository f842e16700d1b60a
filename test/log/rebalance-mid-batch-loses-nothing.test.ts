import type { Command } from '../../schemas/generated/command';
import { topics } from '../../schemas/topics';
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

const BUSINESSES = 8;
const TOP_UPS_EACH = 250;

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 4 });
});
afterAll(() => world.close());

test('owners join, are killed and leave under load: every command is applied once and its events are published once', async () => {
  const businesses = Array.from({ length: BUSINESSES }, aNewBusiness);
  const first = world.start('pipeline', 'ledger');
  await first.ready();
  await append(
    world,
    businesses.map(({ creation }) => creation),
  );

  const load = appendSlowly(businesses.flatMap(({ id }) => topUps(id)));
  const second = world.start('pipeline', 'ledger');
  await second.logged('partitions opened');
  await first.kill();
  const third = world.start('pipeline', 'ledger');
  await third.logged('partitions opened');
  expect(await second.stop()).toBe(0);
  await load;

  for (const { id } of businesses) {
    await until('all top-ups are applied', async () => (await balanceOf(world, id)) === TOP_UPS_EACH);
    expect(await countOf(world, 'credit_entries', id)).toBe(TOP_UPS_EACH);
  }
  await until('the outbox is empty', async () => (await outboxSize(world)) === 0);
  const events = await readCommitted(world, topics.eventsAccount);
  expect(new Set(events.map((event) => event.event_id)).size).toBe(BUSINESSES * TOP_UPS_EACH);
  expect(events).toHaveLength(BUSINESSES * TOP_UPS_EACH);
});

function topUps(businessId: string): Command[] {
  return Array.from({ length: TOP_UPS_EACH }, () => topUpOf(businessId, 1));
}

/** Appends in small chunks, so that owners change in the middle of the load. */
async function appendSlowly(commands: Command[]): Promise<void> {
  while (commands.length > 0) await append(world, commands.splice(0, 25));
}
