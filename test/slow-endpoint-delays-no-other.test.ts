import { until } from './until';
import { OPENING_MS, openWebhookWorld, type WebhookWorld } from './webhook-world';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
  await world.startDispatcher();
}, OPENING_MS);
afterAll(() => world.close());

const EVENTS = 30;
/** Less than the ten seconds for which a slow endpoint holds its places. */
const SOON_MS = 8_000;

test('endpoints that never answer delay neither their sibling nor another business', async () => {
  const [one, other] = [await world.aMerchant(), await world.aMerchant()];
  const slow = [world.openSink({ delayMs: 300_000 }), world.openSink({ delayMs: 300_000 })];
  const prompt = [world.openSink(), world.openSink()];
  for (const sink of [...slow, prompt[0]!]) await one.listenAt(sink);
  await other.listenAt(prompt[1]!);

  await Promise.all([one.push(EVENTS), other.push(EVENTS)]);
  const allOf = (sink: { eventIds(): string[] }) => new Set(sink.eventIds()).size === EVENTS;
  await until('both prompt ones have everything', () => prompt.every(allOf), SOON_MS);
  for (const sink of slow) {
    expect(sink.requests().length).toBeGreaterThan(0);
    expect(sink.requests().length).toBeLessThanOrEqual(8);
  }
});

test('what is new does not wait behind the retries of the same endpoint', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ status: 500 });
  const endpoint = await merchant.listenAt(sink);
  await merchant.push(5);
  await until('each has failed once', async () => {
    const deliveries = await world.deliveriesTo(endpoint.id);
    return deliveries.length === 5 && deliveries.every(({ attempt }) => attempt === 1);
  });
  sink.change({ status: 200, delayMs: 300_000 });
  await world.advance(6);
  await until('a retry hangs', () => sink.requests().length > 5);
  const before = new Set(sink.eventIds());
  await merchant.push(1);
  await until('the new one is there', () => sink.eventIds().some((id) => !before.has(id)), SOON_MS);
});
