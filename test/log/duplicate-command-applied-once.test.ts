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
  await world.start('pipeline', 'ledger').ready();
});
afterAll(() => world.close());

test('a command that is in the log several times, side by side or far apart, is applied once (IDEM-16)', async () => {
  const business = aNewBusiness();
  const topUp = topUpOf(business.id, 30);
  const push = pushFor(business.id);
  await append(world, [business.creation, topUp, topUp, push, push, business.creation]);
  await until('the first are applied', async () => (await countOf(world, 'messages', business.id)) === 1);
  await append(world, [topUp, push, topUpOf(business.id, 12)]);
  await until('the last is applied', async () => (await balanceOf(world, business.id)) === 42);

  expect(await countOf(world, 'credit_entries', business.id)).toBe(2);
  expect(await countOf(world, 'messages', business.id)).toBe(1);
  expect(await countOf(world, 'dead_letters', business.id)).toBe(0);

  await until('the outbox is empty', async () => (await outboxSize(world)) === 0);
  expect((await readCommitted(world, topics.eventsMessage)).map((event) => event.type)).toEqual([
    'message.accepted',
    'message.queued',
  ]);
  // A ledger that loses its session for a moment may publish a send again. It has the same id then.
  const sends = await readCommitted(world, topics.sendsEmail);
  expect(new Set(sends.map(({ send_id, attempt }) => `${send_id} ${String(attempt)}`)).size).toBe(1);
  expect((await readCommitted(world, topics.eventsAccount)).map((event) => event.balance)).toEqual([30, 42]);
});
