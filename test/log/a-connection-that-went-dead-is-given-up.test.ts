import { operate, push, pushOnce } from '../fixtures/merchant';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 2, proxied: true });
});
afterAll(() => world.close());

test('a connection that went dead without being closed is replaced by a new one (HAZ-9)', async () => {
  const services = [world.start('ingress'), world.start('console'), world.start('pipeline', 'ledger')];
  const [ingress, operator] = await Promise.all(services.map((service) => service.ready()));
  const made = await operate(`${operator!}/admin/v1/businesses`, { method: 'POST', body: { name: 'Bloom' } });
  const apiKey = made.body['api_key'] as string;
  expect((await push(ingress!, apiKey, 'before')).status).toBe(201);

  world.proxy!.deafenConnections();

  await until('a push is applied', async () => (await pushOnce(ingress!, apiKey, 'after')).status === 201);
});
