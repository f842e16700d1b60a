import { isGenuine } from '../../examples/verify-webhook/verify';
import type { SinkRequest } from '../../services/simulator/sinks/sinks';
import { testEndpoint } from '../fixtures/merchant';
import { until } from '../fixtures/until';
import { openWebhookWorld, type WebhookWorld } from '../fixtures/webhook-world';

const DAY_S = 86_400;

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
  await world.startDispatcher();
  await world.advance(3 * DAY_S);
});
afterAll(() => world.close());

test('after the clock was moved by days, an event, its retry and a ping pass the documented check (HOOK-10)', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ status: 500 });
  const { id, secret } = await merchant.listenAt(sink);
  const isGenuineNow = ({ body, headers }: SinkRequest): boolean =>
    isGenuine(Buffer.from(body), headers['x-service-signature'] ?? '', secret, Date.now() / 1_000);

  await merchant.push(1);
  const first = await until('the event has arrived', () => sink.requests()[0]);
  expect(isGenuineNow(first)).toBe(true);
  await until('it waits for its retry', async () => (await world.deliveriesTo(id))[0]?.attempt === 1);
  await world.advance(DAY_S);
  const retry = await until('it has arrived again', () => sink.requests()[1]);
  expect(isGenuineNow(retry)).toBe(true);
  // The time of the event itself is the product's time.
  const { occurred_at } = JSON.parse(retry.body) as { occurred_at: string };
  expect(Date.parse(occurred_at)).toBeGreaterThan(Date.now() + 2 * DAY_S * 1_000);

  sink.change({ status: 204 });
  const ping = await until('a ping gets through', async () => {
    const { body } = await testEndpoint(world.ingressUrl, merchant.apiKey, id);
    expect(body).toMatchObject({ delivered: true, error: null });
    return sink.requests().find(({ headers }) => headers['x-service-event'] === 'ping');
  });
  expect(isGenuineNow(ping)).toBe(true);
});
