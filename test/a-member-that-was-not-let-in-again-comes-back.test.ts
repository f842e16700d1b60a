import { operate, push } from './given/merchant';
import { until } from './given/until';
import { openWorld, type World } from './given/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 2, proxied: true });
});
afterAll(() => world.close());

test('a member that its group has forgotten, and that cannot join while the coordinator loads, joins when it can', async () => {
  const ledger = world.start('pipeline', 'ledger');
  const [ingress, operator] = await Promise.all(
    [world.start('ingress'), world.start('console'), ledger].map((service) => service.ready()),
  );
  const made = await operate(`${operator!}/admin/v1/businesses`, { method: 'POST', body: { name: 'Bloom' } });
  const apiKey = made.body['api_key'] as string;

  ledger.freeze();
  await until('the group has forgotten it', async () => (await membersOf('ledger')) === 0);
  world.proxy!.refuseJoins(true);
  ledger.thaw();
  await until('it was refused', () => world.proxy!.refused > 0);
  world.proxy!.refuseJoins(false);

  await until('it is a member again', async () => (await membersOf('ledger')) === 1);
  await ledger.ready();
  await until('a push is applied', async () => (await push(ingress!, apiKey, 'after')).status === 201);
});

async function membersOf(group: string): Promise<number> {
  const admin = world.kafka.admin();
  await admin.connect();
  const { groups } = await admin.describeGroups([group]).finally(() => admin.disconnect());
  return groups[0]?.members.length ?? 0;
}
