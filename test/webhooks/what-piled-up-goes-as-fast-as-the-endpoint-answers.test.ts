import { firstAttemptsAt, mostAtOnce } from '../fixtures/attempts-in-log';
import { until } from '../fixtures/until';
import { openWebhookWorld, type WebhookWorld } from '../fixtures/webhook-world';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
});
afterAll(() => world.close());

/** The slots of every endpoint, and the slots of an endpoint that failed or was slow the last time. */
const [OWN, TROUBLED] = [8, 2];
const EVENTS = 120;
const ANSWERED = 30;

test('a quick endpoint gets more slots while more waits, and few when it stops answering (HOOK-15)', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ delayMs: 50 });
  const { id } = await merchant.listenAt(sink);
  await merchant.push(EVENTS);
  const dispatcher = await world.startDispatcher();
  await until(`it has answered ${String(ANSWERED)}`, () => sink.requests().length >= ANSWERED);
  // From now on the sink holds each request until the dispatcher hangs up.
  sink.change({ delayMs: 300_000 });

  const attempts = () => firstAttemptsAt(dispatcher, id);
  const held = () => attempts().filter(({ isDelivered }) => !isDelivered);
  const begunLater = () => {
    const firstEndedAt = Math.min(...held().map(({ to }) => to));
    return held().filter(({ from }) => from > firstEndedAt);
  };
  await until('some that began after that have ended, too', () => begunLater().length > TROUBLED);
  expect(mostAtOnce(held())).toBeGreaterThan(OWN);
  expect(mostAtOnce(begunLater())).toBeLessThanOrEqual(TROUBLED);
});
