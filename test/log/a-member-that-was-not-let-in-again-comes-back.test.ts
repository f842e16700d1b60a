import { partitionFor } from '../../streams/runtime/kafka/records';
import { operate, push } from '../fixtures/merchant';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 2, proxied: true });
});
afterAll(() => world.close());

test('a member that its group forgot rejoins once the coordinator has finished loading (HAZ-9)', async () => {
  const ledger = world.start('pipeline', 'ledger');
  await ledger.ready();

  ledger.freeze();
  await until('the group has forgotten it', async () => (await membersOf('ledger')) === 0);
  world.proxy!.refuseJoins(true);
  ledger.thaw();
  await until('its request to join was refused', () => world.proxy!.refused > 0);
  world.proxy!.refuseJoins(false);

  await until('it is a member again', async () => (await membersOf('ledger')) === 1);
  await ledger.ready();
  await ledger.stop();
});

test('a member whose join request gets no answer asks again within a minute', async () => {
  world.proxy!.loseJoins(true);
  const ledger = world.startWith({ SESSION_TIMEOUT_MS: '1000' }, 'pipeline', 'ledger');
  await until('its join request was lost', () => world.proxy!.lost > 0);
  const since = performance.now();
  world.proxy!.loseJoins(false);
  await ledger.ready();
  expect(performance.now() - since).toBeLessThan(60_000);
  await ledger.stop();
});

test('a member that joins but never receives its assignment joins again', async () => {
  const [staying, leaving] = [world.start('pipeline', 'ledger'), world.start('pipeline', 'ledger')];
  const services = [world.start('ingress'), world.start('console'), staying, leaving];
  const [ingress, operator] = await Promise.all(services.map((service) => service.ready()));
  const keys = await keysOfEveryPartition(operator!);

  const { lost } = world.proxy!;
  world.proxy!.loseAssignments(true);
  await leaving.kill();
  await until('an assignment was lost', () => world.proxy!.lost > lost);
  world.proxy!.loseAssignments(false);

  for (const apiKey of keys) {
    await until('a push is applied', async () => (await push(ingress!, apiKey, 'after')).status === 201);
  }
});

/** Keys of enough businesses that every partition has one of them. */
async function keysOfEveryPartition(operator: string): Promise<string[]> {
  const keys = new Map<number, string>();
  while (keys.size < world.partitions) {
    const made = await operate(`${operator}/admin/v1/businesses`, {
      method: 'POST',
      body: { name: 'Bloom' },
    });
    keys.set(partitionFor(made.body['id'] as string, world.partitions), made.body['api_key'] as string);
  }
  return [...keys.values()];
}

async function membersOf(group: string): Promise<number> {
  const admin = world.kafka.admin();
  await admin.connect();
  const { groups } = await admin.describeGroups([group]).finally(() => admin.disconnect());
  return groups[0]?.members.length ?? 0;
}
