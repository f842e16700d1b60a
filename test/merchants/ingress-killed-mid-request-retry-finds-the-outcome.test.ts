import { countOf, endOfCommands } from '../fixtures/log-client';
import { createBusiness, push } from '../fixtures/merchant';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('the command that a killed ingress wrote is applied, and the retry gets its answer at once (IDEM-15)', async () => {
  const ledger = world.start('pipeline', 'ledger');
  await ledger.ready();
  const { id, apiKey } = await createBusiness(world);
  const doomed = world.start('ingress');
  const url = await doomed.ready();
  const successor = await world.start('ingress').ready();

  ledger.freeze();
  const before = await endOfCommands(world);
  const abandoned = push(url, apiKey, 'order-1').catch(() => 'no answer');
  await until('it is in the log', async () => (await endOfCommands(world)) > before);
  await doomed.kill();
  expect(await abandoned).toBe('no answer');
  ledger.thaw();
  await until('it is applied', async () => (await countOf(world, 'messages', id)) === 1);

  const retried = await push(successor, apiKey, 'order-1');
  expect(retried.status).toBe(201);
  expect(retried.headers.get('idempotent-replayed')).toBe('true');
  expect(await countOf(world, 'messages', id)).toBe(1);
});
