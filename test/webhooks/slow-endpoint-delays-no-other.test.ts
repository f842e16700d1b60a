import { firstAttemptsAt, mostAtOnce } from '../fixtures/attempts-in-log';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWebhookWorld, type WebhookWorld } from '../fixtures/webhook-world';

let world: WebhookWorld;
let dispatcher: ServiceProcess;
beforeAll(async () => {
  world = await openWebhookWorld();
  dispatcher = await world.startDispatcher();
});
afterAll(() => world.close());

const EVENTS = 30;

test('endpoints that never answer delay neither their sibling nor another business (HOOK-15)', async () => {
  const [one, other] = [await world.aMerchant(), await world.aMerchant()];
  const slow = [world.openSink({ delayMs: 300_000 }), world.openSink({ delayMs: 300_000 })];
  const prompt = [world.openSink(), world.openSink()];
  const slowIds = await Promise.all(slow.map(async (sink) => (await one.listenAt(sink)).id));
  await one.listenAt(prompt[0]!);
  await other.listenAt(prompt[1]!);

  await Promise.all([one.push(EVENTS), other.push(EVENTS)]);
  const allOf = (sink: { eventIds(): string[] }) => new Set(sink.eventIds()).size === EVENTS;
  await until('both prompt ones have everything', () => prompt.every(allOf));
  // Slow endpoints take ten seconds for eight requests. If the prompt ones had waited for them, all requests of the
  // slow ones would have begun by now.
  for (const sink of slow) expect(sink.requests().length).toBeLessThan(EVENTS);

  for (const id of slowIds) {
    await until('its first attempts have timed out', () => firstAttemptsAt(dispatcher, id).length >= 8);
    expect(mostAtOnce(firstAttemptsAt(dispatcher, id))).toBeLessThanOrEqual(8);
  }
});

test('a new event does not wait behind the retries of its endpoint', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ status: 500, headers: { 'Retry-After': '60' } });
  const endpoint = await merchant.listenAt(sink);
  await merchant.push(5);
  await until('each has failed once', async () => {
    const deliveries = await world.deliveriesTo(endpoint.id);
    return deliveries.length === 5 && deliveries.every(({ attempt }) => attempt === 1);
  });
  sink.change({ status: 200, delayMs: 300_000 });
  await world.advance(61);
  await until('a retry hangs', () => sink.requests().length > 5);
  const before = new Set(sink.eventIds());
  await merchant.push(1);
  await until('the new one has arrived', () => sink.eventIds().some((id) => !before.has(id)));
  const retriesBegun = sink.requests().length - 5 - 1;
  expect(retriesBegun).toBeLessThan(5);
});
