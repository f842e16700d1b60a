import { operate, push } from '../fixtures/merchant';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 2, proxied: true });
});
afterAll(() => world.close());

test('a group that rebalances while its coordinator cannot be found goes on when the coordinator is back', async () => {
  const [staying, leaving] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'ledger')];
  const [ingress, operator] = await Promise.all(
    [world.start('ingress'), world.start('console'), staying, leaving].map((service) => service.ready()),
  );
  const made = await operate(`${operator!}/admin/v1/businesses`, { method: 'POST', body: { name: 'Bloom' } });
  const apiKey = made.body['api_key'] as string;

  world.proxy!.hideCoordinators(true);
  await leaving.kill();
  await staying.logged(/^kafkajs: Crash: .*coordinator/);
  world.proxy!.hideCoordinators(false);

  await staying.ready();
  await until('a push is applied', async () => (await push(ingress!, apiKey, 'after')).status === 201);
});
