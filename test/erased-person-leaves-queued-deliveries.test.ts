import { erase } from './given/merchant';
import { until } from './given/until';
import { openWebhookWorld, type WebhookWorld } from './given/webhook-world';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
  await world.startDispatcher();
});
afterAll(() => world.close());

/** So that no retry comes before the test moves the clock. */
const IN_A_MINUTE = { 'Retry-After': '60' };

test('what waits to be told of a person who is erased is never told', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ status: 503, headers: IN_A_MINUTE });
  const endpoint = await merchant.listenAt(sink);
  await merchant.push(1);
  await until('it has failed once', async () => {
    const [delivery] = await world.deliveriesTo(endpoint.id);
    return delivery?.attempt === 1;
  });
  const report = await erase(world.ingressUrl, merchant.apiKey, { email: 'ada@example.com', key: 'e1' });
  expect(report.body).toMatchObject({ deleted: { messages: 1, delivery_events: 1, webhook_deliveries: 1 } });
  expect(await world.deliveriesTo(endpoint.id)).toEqual([]);
  sink.change({ status: 200 });
  await world.advance(61);
  await merchant.push(1);
  await until('a later event is told', () => sink.requests().length === 2);
  expect(new Set(sink.eventIds()).size).toBe(2);
});
