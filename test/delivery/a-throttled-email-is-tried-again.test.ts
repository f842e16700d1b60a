import { aNewBusiness, append, pushFor, sendsOf } from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  world = await openWorld({ partitions: 2, env: providers.env });
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('an email that the provider throttles waits for its timer, and the next attempt sends it', async () => {
  const business = aNewBusiness();
  providers.email.behave('throttle');
  const [ledger, sender] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'email-sender')];
  await Promise.all([ledger.ready(), sender.ready()]);
  await append(world, [business.creation, pushFor(business.id)]);
  await until(
    'its next attempt is due later',
    async () => (await sendsOf(world, business.id))[0]?.attempt === 2,
  );
  expect(providers.email.arrived).toHaveLength(1);

  providers.email.behave('accept');
  await world.database.query(
    { name: 'test-hurry', text: 'UPDATE timers SET due_at = $2 WHERE business_id = $1' },
    [business.id, new Date()],
  );
  await world.start('pipeline', 'timers').ready();
  await until('it is submitted', async () =>
    (await sendsOf(world, business.id)).every(({ submittedAt }) => submittedAt !== null),
  );
  const ids = providers.email.arrived.map(({ sendId }) => sendId);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});
