import { aNewBusiness, append, pushFor, sendsOf } from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const FLOOD = 1_500;
const PER_SECOND = 10;

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  const env = { ...providers.env, EMAILS_PER_SECOND: String(PER_SECOND), SUBMISSIONS_IN_FLIGHT: '10' };
  world = await openWorld({ partitions: 1, env });
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test("a push behind another merchant's flood in the same partition is sent at once (HAZ-20)", async () => {
  const [flood, shop] = [aNewBusiness(), aNewBusiness()];
  await world.start('pipeline', 'ledger').ready();
  await append(world, [
    flood.creation,
    shop.creation,
    ...Array.from({ length: FLOOD }, (_, index) => pushFor(flood.id, `Order ${index}`)),
  ]);
  await until('the flood is queued', async () => (await sendsOf(world, flood.id)).length === FLOOD);
  await world.start('pipeline', 'email-sender').ready();
  await until('the flood is being sent', () => providers.email.arrived.length > PER_SECOND);

  await append(world, [pushFor(shop.id)]);
  await until("the shop's email is sent", () => arrivedOf(shop.id) === 1);
  // At this rate it takes more than a minute to send half of the flood.
  expect(arrivedOf(flood.id)).toBeLessThan(FLOOD / 2);
});

function arrivedOf(business: string): number {
  return providers.email.arrived.filter(({ businessId }) => businessId === business).length;
}
