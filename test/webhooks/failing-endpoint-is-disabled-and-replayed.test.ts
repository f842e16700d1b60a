import { listEndpoints, operate } from '../fixtures/merchant';
import { until } from '../fixtures/until';
import { openWebhookWorld, type WebhookWorld } from '../fixtures/webhook-world';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
  await world.startDispatcher();
});
afterAll(() => world.close());

/** Longer than each wait of the schedule, jitter included. */
const WAITS_SECONDS = [6, 70, 340, 2_000, 8_000, 24_000, 48_000];

test('twenty events that fail for good disable an endpoint; the operator enables it and replays them (HOOK-17, HOOK-18)', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ status: 500 });
  const endpoint = await merchant.listenAt(sink);
  const { body: created } = await operate(`${world.consoleUrl}/admin/v1/businesses/${merchant.id}`, {
    method: 'GET',
  });
  await merchant.push(20);
  for (const [index, seconds] of WAITS_SECONDS.entries()) {
    // Real time passes as well: the first event may be retried before the last one was pushed.
    await until(`attempt ${String(index + 1)} of all has failed`, async () => {
      const deliveries = await world.deliveriesTo(endpoint.id);
      return deliveries.length === 20 && deliveries.every(({ attempt }) => attempt > index);
    });
    await world.advance(seconds);
  }
  const disabled = await until('it is disabled', async () => {
    const { body } = await listEndpoints(world.ingressUrl, merchant.apiKey);
    const [item] = body['items'] as Record<string, unknown>[];
    return item?.['disabled'] === true && item;
  });
  expect(disabled).toMatchObject({
    id: endpoint.id,
    consecutive_failures: 20,
    last_error: 'answered 500',
    last_success_at: null,
    disabled_at: expect.any(String),
  });
  expect(sink.requests()).toHaveLength(160);

  // An event that the witness got has passed the dispatcher, and the disabled endpoint did not get it.
  const witness = world.openSink({ status: 200 });
  await merchant.listenAt(witness);
  await merchant.push(1);
  await until('the dispatcher has seen the event', () => witness.requests().length === 1);
  expect(await world.deliveriesTo(endpoint.id)).toHaveLength(20);
  const base = `${world.consoleUrl}/admin/v1/businesses/${merchant.id}/webhook-endpoints/${endpoint.id}`;
  const replay = () => operate(`${base}/replay`, { method: 'POST', body: { since: created['created_at'] } });
  await expectTooFar(`${base}/replay`);
  expect((await replay()).body).toEqual({ error_code: 'webhook_endpoint.disabled' });

  sink.change({ status: 200 });
  const enabled = await operate(`${base}/enable`, { method: 'POST' });
  expect(enabled).toMatchObject({ status: 200, body: { disabled: false, consecutive_failures: 0 } });
  expect(await replay()).toMatchObject({ status: 200, body: { replayed: 21 } });
  await until('all are delivered', async () => {
    const deliveries = await world.deliveriesTo(endpoint.id);
    return deliveries.length === 21 && deliveries.every(({ state }) => state === 'delivered');
  });
  expect(new Set(sink.eventIds()).size).toBe(21);
  expect((await replay()).body).toEqual({ replayed: 0 });

  const { body } = await operate(`${base}/deliveries`, { method: 'GET' });
  const items = body['items'] as Record<string, unknown>[];
  expect(items).toHaveLength(21);
  expect(items[0]).toMatchObject({
    type: 'message.not_sent',
    state: 'delivered',
    attempts: 1,
    status_code: 200,
  });
});

async function expectTooFar(url: string): Promise<void> {
  const since = '2020-01-01T00:00:00+05:00';
  const { status, body } = await operate(url, { method: 'POST', body: { since } });
  expect(status).toBe(422);
  expect(body).toMatchObject({ detail: [{ loc: ['body', 'since'], input: since }] });
}
