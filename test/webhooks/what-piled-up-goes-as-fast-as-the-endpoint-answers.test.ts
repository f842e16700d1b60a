import { firstAttemptsAt, mostAtOnce } from '../fixtures/attempts-in-log';
import { until } from '../fixtures/until';
import { openWebhookWorld, type WebhookWorld } from '../fixtures/webhook-world';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
});
afterAll(() => world.close());

/** Slots that every endpoint has, and those that one has which failed or was slow the last time. */
const [OWN, TROUBLED] = [8, 2];
const EVENTS = 120;
const ANSWERED = 30;

test('a quick endpoint gets more at a time while more waits, and few when it answers no more (HOOK-15)', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ delayMs: 50 });
  const { id } = await merchant.listenAt(sink);
  await merchant.push(EVENTS);
  const dispatcher = await world.startDispatcher();
  await until(`it has answered ${String(ANSWERED)}`, () => sink.requests().length >= ANSWERED);
  // What comes from now on is held until the dispatcher hangs up.
  sink.change({ delayMs: 300_000 });

  const attempts = () => firstAttemptsAt(dispatcher, id);
  const held = () => attempts().filter(({ isDelivered }) => !isDelivered);
  const begunLater = () => {
    const firstEndedAt = Math.min(...held().map(({ to }) => to));
    return held().filter(({ from }) => from > firstEndedAt);
  };
  await until('some that began after that have ended too', () => begunLater().length > TROUBLED);
  expect(mostAtOnce(held())).toBeGreaterThan(OWN);
  expect(mostAtOnce(begunLater())).toBeLessThanOrEqual(TROUBLED);
});
