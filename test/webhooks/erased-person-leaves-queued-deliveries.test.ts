import { createDispatcherStore } from '../../streams/webhook-dispatcher/store';
import { replay } from '../../streams/webhook-dispatcher/replay';
import { erase } from '../fixtures/merchant';
import { until } from '../fixtures/until';
import { openWebhookWorld, type WebhookWorld } from '../fixtures/webhook-world';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
  await world.startDispatcher();
});
afterAll(() => world.close());

/** No retry comes before the test moves the clock. */
const IN_A_MINUTE = { 'Retry-After': '60' };

test('a delivery that waits when its person is erased is never sent (ERASE-11)', async () => {
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
  await until('a later event is delivered', () => sink.requests().length === 2);
  expect(new Set(sink.eventIds()).size).toBe(2);
});

test('from the first step of an erasure on, deliveries that it has not removed yet are neither queued nor sent (ERASE-2)', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ status: 503, headers: IN_A_MINUTE });
  const { id: endpointId } = await merchant.listenAt(sink);
  await merchant.push(1);
  const [tried] = await until('it has failed once', async () => {
    const deliveries = await world.deliveriesTo(endpointId);
    return deliveries[0]?.attempt === 1 && deliveries;
  });
  const businessId = merchant.id;
  await world.database.query(ERASE_FIRST, [businessId]);

  const store = createDispatcherStore(world.database);
  const eventId = tried!.event_id;
  const due = { businessId, endpointId, eventId, partition: 0, attempt: 1 };
  for (const unsure of [[due], []]) {
    expect(await store.find([due], unsure)).toMatchObject([{ event: null, endpoint: { url: sink.url } }]);
  }
  await world.database.query(FORGET_DELIVERY, [endpointId]);
  const now = new Date();
  const published = { business_id: businessId, event_id: eventId, partition: 0 };
  expect(await store.insert([published], new Map(), now)).toEqual([]);
  const request = { businessId, endpointId, partition: 0, since: new Date(0), now };
  expect(await replay(world.database, request, '')).toBe(0);
  expect(sink.requests()).toHaveLength(1);
});

/** The row of the recipient is removed first, everything else in later steps. */
const ERASE_FIRST = { name: 'test-erase-first', text: 'DELETE FROM recipients WHERE business_id = $1' };
const FORGET_DELIVERY = {
  name: 'test-forget-delivery',
  text: 'DELETE FROM webhook_deliveries WHERE endpoint_id = $1',
};
