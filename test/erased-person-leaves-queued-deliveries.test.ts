import { until } from './until';
import { OPENING_MS, openWebhookWorld, type WebhookWorld } from './webhook-world';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
  await world.startDispatcher();
}, OPENING_MS);
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
  const [row] = await world.database.query<{ recipient_id: string | null }>(
    {
      name: 'test-delivery-recipient',
      text: 'SELECT recipient_id FROM webhook_deliveries WHERE endpoint_id = $1',
    },
    [endpoint.id],
  );
  expect(row?.recipient_id).toMatch(/^rcp_/);

  await world.database.query(
    { name: 'test-erase', text: 'DELETE FROM events WHERE business_id = $1 AND recipient_id = $2' },
    [merchant.id, row?.recipient_id],
  );
  sink.change({ status: 200 });
  await world.advance(61);
  await until('it is dropped', async () => (await world.deliveriesTo(endpoint.id))[0]?.state === 'dropped');
  expect(sink.requests()).toHaveLength(1);
});
