import type { Command } from '../../schemas/generated/command';
import { topics } from '../../schemas/topics';
import { aNewBusiness, append, readCommitted, scheduledPush, sendsOf } from '../fixtures/log-client';
import { passTime } from '../fixtures/pass-time';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 2, env: { CLOCK: 'movable' } });
});
afterAll(() => world.close());

const HOUR_MS = 3_600_000;

test('deadlines fire when they are due, in order, near and far', async () => {
  const business = aNewBusiness();
  const [ledger, timers] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'timers')];
  await Promise.all([ledger.ready(), timers.ready()]);
  const start = Date.now() + HOUR_MS;
  const moments = Array.from({ length: 40 }, (_, index) => start + ((index * 7) % 40) * 50);
  await append(world, [
    business.creation,
    ...moments.map((moment) => scheduledPush(business.id, moment)),
    scheduledPush(business.id, start + HOUR_MS),
  ]);
  const sends = await until('all of them wait', async () => {
    const scheduled = await sendsOf(world, business.id);
    return scheduled.length === moments.length + 1 && scheduled;
  });
  expect(new Set(sends.map(({ state }) => state))).toEqual(new Set(['scheduled']));
  await passTime(world.database, start - 1_000 - Date.now());

  await until('all but the far one are queued for a sender', async () => {
    const queued = (await sendsOf(world, business.id)).filter(({ state }) => state === 'queued');
    return queued.length === moments.length;
  });
  const [far, ...others] = (await sendsOf(world, business.id)).toSorted(
    (one, other) => other.sendAt!.getTime() - one.sendAt!.getTime(),
  );
  expect(far!.state).toBe('scheduled');
  const lateness = others.map(({ queuedAt, sendAt }) => queuedAt!.getTime() - sendAt!.getTime());
  // The lateness depends on the machine as well, so a benchmark measures it.
  expect(Math.min(...lateness)).toBeGreaterThanOrEqual(0);

  // A deadline may be in the log more than once: a producer repeats what is acknowledged too slowly, and the owner
  // fires again what the ledger has not applied for half a minute. A repeat changes nothing, so only the first of each
  // counts.
  const fired = new Set((await readCommitted(world, topics.commands)).flatMap(dueAtOf));
  expect([...fired]).toEqual(moments.toSorted((one, other) => one - other));
  expect(await timers.stop()).toBe(0);
});

function dueAtOf({ body }: Command): number[] {
  return 'FireTimer' in body ? [body.FireTimer.due_at] : [];
}
