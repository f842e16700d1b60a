import { createBusiness, push } from './merchant';
import { openWorld, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 2 });
});
afterAll(() => world.close());

test('requests whose reply partition moves to another instance while they wait are answered all the same', async () => {
  const ledger = world.start('pipeline', 'ledger');
  const first = world.start('ingress');
  const [url] = await Promise.all([first.ready(), ledger.ready()]);
  const { apiKey } = await createBusiness(world);
  expect((await push(url, apiKey, 'warm-up')).status).toBe(201);

  ledger.freeze();
  const waiting = ['a', 'b', 'c', 'd'].map((key) => push(url, apiKey, key));
  const second = world.start('ingress');
  await second.ready();
  ledger.thaw();

  const answers = await Promise.all(waiting);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await first.stop()).toBe(0);
});

test('an instance that no partition is left for answers by looking up', async () => {
  const ledger = world.start('pipeline', 'ledger');
  const ingresses = [world.start('ingress'), world.start('ingress'), world.start('ingress')];
  await ledger.ready();
  const urls = await Promise.all(ingresses.map((ingress) => ingress.ready()));
  const { apiKey } = await createBusiness(world);
  const answers = await Promise.all(urls.map((url, index) => push(url, apiKey, `instance-${String(index)}`)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
});
