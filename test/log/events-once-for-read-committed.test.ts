import { topics } from '../../schemas/topics';
import { aNewBusiness, append, balanceOf, outboxSize, readCommitted, topUpOf } from '../fixtures/log-client';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
});
afterAll(() => world.close());

test('a relay killed before, during or after its transactions publishes each event once, in order (EVENT-2)', async () => {
  const business = aNewBusiness();
  await append(world, [business.creation]);
  let balance = 0;
  for (const step of ['before-transaction-commit', 'after-transaction-commit', 'before-publish']) {
    const relay = world.startProgram('ledger-that-stalls', step);
    await relay.logged('partitions opened');
    await append(world, [topUpOf(business.id, 1), topUpOf(business.id, 1)]);
    balance += 2;
    await until(`${step}: committed`, async () => (await balanceOf(world, business.id)) === balance);
    await relay.logged('stalled');
    await relay.kill();
  }

  await world.start('pipeline', 'ledger').ready();
  await append(world, [topUpOf(business.id, 1)]);
  await until('the successor goes on', async () => (await balanceOf(world, business.id)) === 7);
  await until('the outbox is empty', async () => (await outboxSize(world)) === 0);
  const balances = (await readCommitted(world, topics.eventsAccount)).map((event) => event.balance);
  expect(balances).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
