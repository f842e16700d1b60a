import { openDeliveryWorld, type DeliveryWorld, type Shop } from '../fixtures/delivery-world';
import { until } from '../fixtures/until';

let world: DeliveryWorld;
let shop: Shop;
beforeAll(async () => {
  world = await openDeliveryWorld();
  shop = await world.aShop();
});
afterAll(() => world.close());

const MONTH_SECONDS = 31 * 24 * 60 * 60;

async function pushed(fields: object): Promise<string> {
  const { status, body } = await shop.push(fields);
  expect(status).toBe(201);
  return body['id'] as string;
}

/** The link that `POST {link}/renew` sends by email. */
async function renewed(link: string, email: string): Promise<string> {
  const { length } = await world.received('email', email);
  expect((await fetch(`${link}/renew`, { method: 'POST' })).status).toBe(204);
  return until('the fresh link has arrived', async () => {
    const mails = await world.received('email', email);
    return mails.length > length && mails[0]?.link;
  });
}

test('a fresh link changes neither its message nor its events, but reports about it count for the address (INBOX-17)', async () => {
  const email = 'renewing@example.com';
  const id = await pushed({ recipient_email: email });
  const before = await shop.delivery(id, ({ delivered }) => delivered);
  const [first] = await world.received('email', email);
  const eventsBefore = await world.countOf('events', shop.id);

  await world.advance(MONTH_SECONDS);
  expect((await fetch(first!.link!)).status).toBe(404);
  expect((await fetch(await renewed(first!.link!, email))).status).toBe(200);

  const complaint = { to: email, type: 'complained' };
  expect((await world.sim('POST', 'email/events', complaint)).status).toBeLessThan(300);
  await until(
    'the complaint is published',
    async () => (await world.countOf('events', shop.id)) > eventsBefore,
  );
  expect(await world.countOf('events', shop.id)).toBe(eventsBefore + 1);
  expect(await shop.delivery(id, () => true)).toEqual(before);
  expect((await shop.push({ recipient_email: email })).body['email']).toMatchObject({
    skipped_reason: 'suppressed',
  });
});

test('a person who unsubscribed can renew an expired link, and the email contains no old messages', async () => {
  const email = 'unsubscribed@example.com';
  const id = await pushed({
    recipient_email: email,
    subject: 'Your order has shipped',
    body: 'It comes tomorrow.',
  });
  await shop.delivery(id, ({ delivered }) => delivered);
  const [first] = await world.received('email', email);
  expect((await fetch(`${first!.link!}/unsubscribe`, { method: 'POST' })).status).toBe(204);

  await world.advance(MONTH_SECONDS);
  const link = await renewed(first!.link!, email);
  expect((await fetch(link)).status).toBe(200);
  const [mail] = await world.received('email', email);
  expect(mail).toMatchObject({ subject: 'Here is your new link' });
  expect(mail!.text).not.toMatch(/shipped|tomorrow/);
  expect((await shop.push({ recipient_email: email })).body['email']).toMatchObject({
    skipped_reason: 'unsubscribed',
  });
});

test('an email of unknown outcome stays failed when the link of its text is renewed (INBOX-17)', async () => {
  const [email, phone] = ['unanswered@example.com', '+447700900811'];
  await world.behave('email', email, 'no_answer');
  const order = { reference: '#1042', order_status: 'shipped' };
  const id = await pushed({ recipient_email: email, recipient_phone: phone, channels: ['sms'], ...order });
  const before = await shop.delivery(id, ({ failed, sms }) => failed !== null && sms?.state === 'delivered');
  expect(before.failed?.reason).toBe('outcome_unknown');
  const [text] = await world.received('sms', phone);
  const eventsBefore = await world.countOf('events', shop.id);

  await world.behave('email', email, 'deliver');
  await world.advance(MONTH_SECONDS);
  await renewed(/\S+\/s\/\w{12}/.exec(text!.text)![0], email);
  // The fresh link's delivery was reported before this one's, so once this one shows, both are applied.
  const next = await pushed({ recipient_email: email });
  await shop.delivery(next, ({ delivered }) => delivered);
  expect(await shop.delivery(id, () => true)).toEqual(before);
  expect(await world.countOf('events', shop.id)).toBe(eventsBefore + 1);
});
