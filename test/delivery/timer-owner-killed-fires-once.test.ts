import { topics } from '../../schemas/topics';
import { aNewBusiness, append, outboxSize, readCommitted, scheduledPush, sendsOf } from '../given/log-client';
import { until } from '../given/until';
import { openWorld, type World } from '../given/world';

/** More than may be under way at once, so that the owner dies amid them. */
const STORM = 700;

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
});
afterAll(() => world.close());

test('an owner killed amid its timers leaves none behind, and what it had fired already counts once', async () => {
  const business = aNewBusiness();
  const [ledger, doomed] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'timers')];
  await Promise.all([ledger.ready(), doomed.ready()]);
  const moment = Date.now() + 5_000;
  await append(world, [
    business.creation,
    ...Array.from({ length: STORM }, () => scheduledPush(business.id, moment)),
  ]);
  await until('some have fired', async () => (await queuedCount(business.id)) > 0);
  await doomed.kill();
  const firedByTheDead = await queuedCount(business.id);

  const heir = world.start('pipeline', 'timers');
  await heir.ready();
  await until('all have fired', async () => (await queuedCount(business.id)) === STORM);
  await until('the outbox is empty', async () => (await outboxSize(world)) === 0);

  const handedOver = (await readCommitted(world, topics.sendsEmail)).map(({ send_id }) => send_id);
  expect(new Set(handedOver).size).toBe(STORM);
  expect(handedOver).toHaveLength(STORM);
  expect(firedByTheDead).toBeLessThan(STORM);
});

async function queuedCount(businessId: string): Promise<number> {
  const sends = await sendsOf(world, businessId);
  return sends.filter(({ state }) => state === 'queued').length;
}
