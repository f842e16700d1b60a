import { aNewBusiness, append, pushFor, sendsOf } from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  world = await openWorld({ partitions: 1, env: providers.env });
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('a sender that is stopped while its provider hangs gives up in time and reports the attempt as unknown', async () => {
  const business = aNewBusiness();
  providers.email.behave('hang');
  const [ledger, sender] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'email-sender')];
  await Promise.all([ledger.ready(), sender.ready()]);
  await append(world, [business.creation, pushFor(business.id)]);
  await until('the text is being submitted', () => providers.email.arrived.length === 1);
  expect(await sender.stop()).toBe(0);
  const [send] = await until('it has ended', async () => {
    const sends = await sendsOf(world, business.id);
    return sends[0]?.state === 'failed' ? sends : undefined;
  });
  expect(send?.errorCode).toBe('outcome_unknown');
});
