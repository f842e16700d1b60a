import { openDeliveryWorld, type DeliveryWorld } from '../fixtures/delivery-world';
import { changePhone } from '../fixtures/merchant';
import { until } from '../fixtures/until';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await openDeliveryWorld();
});
afterAll(() => world.close());

const [ADA, BEN] = ['ada@example.com', 'ben@example.org'];
const [ADAS, BENS] = ['+447700910001', '+447700910002'];

test('a number belongs to the person who holds it: a push does not move it, and the API can set it', async () => {
  const shop = await world.aShop();
  expect((await shop.push({ recipient_email: ADA, recipient_phone: ADAS })).status).toBe(201);
  const second = await shop.push({ recipient_email: BEN, recipient_phone: ADAS, channels: ['sms'] });
  expect(second.body['sms']).toMatchObject({ skipped_reason: 'phone_conflict' });
  await until('both have their emails', async () => {
    const got = await Promise.all([ADA, BEN].map((email) => world.received('email', email)));
    return got.every(({ length }) => length === 1);
  });
  expect(await held()).toEqual([{ email: ADA, number: ADAS }]);

  const { ingressUrl } = world;
  expect((await changePhone(ingressUrl, shop.apiKey, { email: BEN, phone: BENS })).status).toBe(200);
  expect(await held()).toEqual([
    { email: ADA, number: ADAS },
    { email: BEN, number: BENS },
  ]);

  expect((await changePhone(ingressUrl, shop.apiKey, { email: ADA, phone: null })).status).toBe(200);
  expect(await held()).toEqual([{ email: BEN, number: BENS }]);
});

test('the ending that is set for an address can be read', async () => {
  const path = `behaviour?channel=sms&address=${encodeURIComponent(BENS)}`;
  expect((await world.sim('GET', path)).body).toEqual({ channel: 'sms', address: BENS, outcome: 'deliver' });
  await world.behave('sms', BENS, 'fail_later');
  expect((await world.sim('GET', path)).body).toMatchObject({ outcome: 'fail_later' });
  expect((await world.sim('GET', 'behaviour?channel=sms')).status).toBe(422);
});

async function held(): Promise<unknown[]> {
  const items = (await world.sim('GET', 'people')).body['items'] as { email: string }[];
  return items.sort((one, other) => one.email.localeCompare(other.email));
}
