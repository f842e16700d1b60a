import type { Command } from '../../schemas/generated/command';
import { topics } from '../../schemas/topics';
import { aNewBusiness, append, readCommitted, scheduledPush, sendsOf } from '../given/log-client';
import { until } from '../given/until';
import { openWorld, type World } from '../given/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 2 });
});
afterAll(() => world.close());

test('deadlines fire when they come, in their order, near and far, and each once', async () => {
  const business = aNewBusiness();
  const [ledger, timers] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'timers')];
  await Promise.all([ledger.ready(), timers.ready()]);
  const start = Date.now() + 10_000;
  const moments = Array.from({ length: 40 }, (_, index) => start + ((index * 7) % 40) * 50);
  await append(world, [
    business.creation,
    ...moments.map((moment) => scheduledPush(business.id, moment)),
    scheduledPush(business.id, start + 3_600_000),
  ]);

  await until('all but the far one are handed to a sender', async () => {
    const sends = await sendsOf(world, business.id);
    return sends.filter(({ state }) => state === 'queued').length === moments.length;
  });
  const sends = await sendsOf(world, business.id);
  expect(sends.filter(({ state }) => state === 'scheduled')).toHaveLength(1);
  const lateness = sends.flatMap(({ queuedAt, sendAt }) =>
    queuedAt === null ? [] : [queuedAt.getTime() - sendAt!.getTime()],
  );
  // How late they are is a matter of the machine too, so the benchmark says that.
  expect(Math.min(...lateness)).toBeGreaterThanOrEqual(0);

  const fired = (await readCommitted(world, topics.commands)).flatMap(dueAtOf);
  expect(fired).toEqual(fired.toSorted((one, other) => one - other));
  expect(fired).toHaveLength(moments.length);
  expect(await timers.stop()).toBe(0);
});

function dueAtOf({ body }: Command): number[] {
  return 'FireTimer' in body ? [body.FireTimer.due_at] : [];
}
