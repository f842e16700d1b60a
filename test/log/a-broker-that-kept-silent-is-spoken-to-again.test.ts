import { operate, push, pushOnce } from '../fixtures/merchant';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let ingress: ServiceProcess;
const urls = { ingress: '', console: '' };
beforeAll(async () => {
  world = await openWorld({ partitions: 2, proxied: true });
  ingress = world.start('ingress');
  const [ingressUrl, consoleUrl] = await Promise.all(
    [ingress, world.start('console'), world.start('pipeline', 'ledger')].map((service) => service.ready()),
  );
  Object.assign(urls, { ingress: ingressUrl, console: consoleUrl });
});
afterAll(() => world.close());

test('every service survives a network that swallows all traffic for a while (HAZ-9)', async () => {
  const made = await operate(`${urls.console}/admin/v1/businesses`, {
    method: 'POST',
    body: { name: 'Bloom' },
  });
  const apiKey = made.body['api_key'] as string;
  expect((await push(urls.ingress, apiKey, 'before')).status).toBe(201);

  // Every connection breaks at its next answer. On new connections the broker stays silent until the client times out.
  world.proxy!.silenceNewConnections(true);
  world.proxy!.loseAnswers(Number.POSITIVE_INFINITY);
  const meanwhile = pushOnce(urls.ingress, apiKey, 'meanwhile');
  await ingress.logged(/Request ApiVersions.* timed out/);
  await meanwhile;
  world.proxy!.loseAnswers(0);
  world.proxy!.silenceNewConnections(false);

  for (const key of ['meanwhile', 'after']) {
    const pushed = () => push(urls.ingress, apiKey, key);
    await until(`${key} is answered`, async () => (await pushed()).status === 201);
  }
});
