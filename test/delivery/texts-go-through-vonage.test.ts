import { openDeliveryWorld, type DeliveryWorld, type Shop } from '../fixtures/delivery-world';
import { readSms } from '../fixtures/merchant';
import { until } from '../fixtures/until';

/** The whole product with another SMS provider. Only the setting differs. */
let world: DeliveryWorld;
beforeAll(async () => {
  world = await openDeliveryWorld({ SMS_PROVIDER: 'vonage' });
});
afterAll(() => world.close());

const orders = { reference: '#1042', order_status: 'shipped' };

let people = 0;
function aPerson(): { recipient_email: string; recipient_phone: string } {
  people += 1;
  return {
    recipient_email: `v${String(people)}@example.com`,
    recipient_phone: `+44770091${String(1_000 + people)}`,
  };
}

async function pushed(shop: Shop, person: ReturnType<typeof aPerson>): Promise<string> {
  const { status, body } = await shop.push({ ...person, channels: ['sms'], ...orders });
  expect(status).toBe(201);
  return body['id'] as string;
}

test('a text is submitted once, delivered and reported', async () => {
  const shop = await world.aShop();
  const person = aPerson();
  const id = await pushed(shop, person);
  const { sms } = await shop.delivery(id, (delivery) => delivery.sms?.state === 'delivered');
  expect(sms).toMatchObject({ credits: 1, error_code: null });
  expect(await world.submissions('sms', person.recipient_phone)).toMatchObject([
    {
      outcome: 'deliver',
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
    },
  ]);
  const [text] = await world.received('sms', person.recipient_phone);
  expect(text?.text).toContain('#1042');
});

test('a text that fails keeps its credit, and a refused one gives it back', async () => {
  const shop = await world.aShop();
  const [failing, refused] = [aPerson(), aPerson()];
  await world.behave('sms', failing.recipient_phone, 'fail_later');
  await world.behave('sms', refused.recipient_phone, 'refuse');
  const ids = await Promise.all([failing, refused].map((person) => pushed(shop, person)));
  const failed = await shop.delivery(ids[0]!, ({ sms }) => sms?.state === 'failed');
  expect(failed.sms).toMatchObject({ credits: 1, error_code: 'sms.undelivered' });
  const rejected = await shop.delivery(ids[1]!, ({ sms }) => sms?.state === 'rejected');
  expect(rejected.sms).toMatchObject({ credits: 0, error_code: 'sms.submit_refused' });
  expect(await shop.balance()).toBe(99);
});

test('a text without an answer is never repeated, and a late report settles its outcome', async () => {
  const shop = await world.aShop();
  const person = aPerson();
  const to = person.recipient_phone;
  await world.behave('sms', to, 'no_answer');
  const id = await pushed(shop, person);
  const { sms } = await shop.delivery(id, (delivery) => delivery.sms?.state === 'failed');
  expect(sms).toMatchObject({ error_code: 'sms.submit_outcome_unknown', credits: 1 });
  expect((await world.sim('POST', 'sms/events', { to, type: 'delivered' })).status).toBe(200);
  await shop.delivery(id, (delivery) => delivery.sms?.state === 'delivered');
  expect(await world.submissions('sms', to)).toHaveLength(1);
});

test('STOP is processed and confirmed, and START lifts it', async () => {
  const shop = await world.aShop();
  const person = aPerson();
  const from = person.recipient_phone;
  await pushed(shop, person);
  await textsTo(from, 1);
  expect((await world.sim('POST', 'sms/inbound', { from, text: ' stop! ' })).status).toBe(201);
  await textsTo(from, 2);
  await smsIs(shop, person.recipient_email, 'stopped');
  const { body } = await shop.push({ ...person, channels: ['sms'], ...orders });
  expect(body).toMatchObject({ sms: { skipped_reason: 'stopped' } });
  expect((await world.sim('POST', 'sms/inbound', { from, text: 'START' })).status).toBe(201);
  await textsTo(from, 3);
  await smsIs(shop, person.recipient_email, 'active');
  expect(await shop.balance()).toBe(99);
});

async function textsTo(phone: string, count: number): Promise<void> {
  await until(
    `${String(count)} texts have arrived`,
    async () => (await world.received('sms', phone)).length >= count,
  );
}

async function smsIs(shop: Shop, email: string, status: string): Promise<void> {
  await until(
    `texts are ${status}`,
    async () => (await readSms(world.ingressUrl, shop.apiKey, email)).body['sms_status'] === status,
  );
}
