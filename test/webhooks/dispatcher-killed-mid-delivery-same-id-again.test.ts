import { until } from '../fixtures/until';
import { openWebhookWorld, type WebhookWorld } from '../fixtures/webhook-world';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
});
afterAll(() => world.close());

test('an event that came while no dispatcher ran is delivered by the next one (HOOK-14)', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink();
  const endpoint = await merchant.listenAt(sink);
  await merchant.push(2);
  const dispatcher = await world.startDispatcher();
  await until('both are delivered', async () => {
    const deliveries = await world.deliveriesTo(endpoint.id);
    return deliveries.filter(({ state }) => state === 'delivered').length === 2;
  });
  expect(new Set(sink.eventIds()).size).toBe(2);
  expect(await dispatcher.stop()).toBe(0);
});

test('a delivery whose process was killed during the request arrives again with the same id and body (HOOK-13)', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ delayMs: 60_000 });
  const endpoint = await merchant.listenAt(sink);
  const doomed = await world.startDispatcher();
  await merchant.push(1);
  await until('the endpoint has the request', () => sink.requests().length === 1);
  await doomed.kill();
  expect(await world.deliveriesTo(endpoint.id)).toMatchObject([{ state: 'waiting', attempt: 0 }]);

  sink.change({ delayMs: 0 });
  await world.startDispatcher();
  await world.advance(16);
  await until('it is delivered', async () => {
    const [delivery] = await world.deliveriesTo(endpoint.id);
    return delivery?.state === 'delivered' && delivery.attempt === 1;
  });
  const [first, second, ...more] = sink.requests();
  expect(more).toEqual([]);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['x-service-delivery']).toBe(first?.headers['x-service-delivery']);
});
