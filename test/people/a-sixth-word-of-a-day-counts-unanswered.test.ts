import { openDeliveryWorld, type DeliveryWorld } from '../fixtures/delivery-world';
import { readSms } from '../fixtures/merchant';
import { until } from '../fixtures/until';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await openDeliveryWorld();
});
afterAll(() => world.close());

const DAY_SECONDS = 86_400;

test('the sixth text of a UTC day changes consent and is counted but not answered; the next day is (CONSENT-20)', async () => {
  const shop = await world.aShop();
  const [phone, email] = ['+447700930011', 'k@example.com'];
  const message = { recipient_email: email, recipient_phone: phone, channels: ['sms'] };
  await noon();
  await shop.push(message);
  await received(phone, 1);
  for (let answers = 1; answers <= 5; answers += 1) {
    await say(phone, 'HELP');
    await received(phone, 1 + answers);
  }
  const before = await withheld('daily_limit');
  await say(phone, 'STOP');
  await smsStatus(shop.apiKey, email, 'stopped');
  await until('the STOP is counted', async () => (await withheld('daily_limit')) >= before + 1);
  expect((await shop.push(message)).body).toMatchObject({ sms: { skipped_reason: 'stopped' } });
  await say(phone, 'START');
  await smsStatus(shop.apiKey, email, 'active');
  await until('the START is counted', async () => (await withheld('daily_limit')) >= before + 2);

  await world.advance(DAY_SECONDS);
  await say(phone, 'HELP');
  await until('the next day is answered', async () => (await world.received('sms', phone)).length > 6);
  // Answers go out in the order of the texts, so neither the STOP nor the START was answered.
  expect(await world.received('sms', phone)).toHaveLength(7);
  expect(await world.submissions('sms', phone)).toHaveLength(7);
});

test('a text from a country that texts never go to is counted but not answered', async () => {
  const phone = '+12025550123';
  const before = await withheld('never_texted');
  await say(phone, 'HELP');
  await until('it is counted', async () => (await withheld('never_texted')) >= before + 1);
  const other = '+447700930012';
  await say(other, 'HELP');
  await received(other, 1);
  expect(await world.submissions('sms', phone)).toEqual([]);
});

/** Moves the clock to the middle of the next day, so that all texts fall into one day. */
async function noon(): Promise<void> {
  const { body } = await world.sim('GET', 'clock');
  const now = Date.parse(body['now'] as string) / 1_000;
  await world.advance(Math.ceil((Math.floor(now / DAY_SECONDS) + 1.5) * DAY_SECONDS - now));
}

async function say(from: string, text: string): Promise<void> {
  expect((await world.sim('POST', 'sms/inbound', { from, text })).status).toBe(201);
}

async function withheld(reason: string): Promise<number> {
  const text = await (await fetch(`${world.ledgerUrl}/metrics`)).text();
  const name = `ledger_withheld_answers_total{reason="${reason}"}`;
  const line = text.split('\n').find((each) => each.startsWith(name));
  return Number(line?.split(' ').at(-1) ?? 0);
}

async function received(phone: string, count: number): Promise<void> {
  await until(`${phone} has received ${String(count)}`, async () => {
    return (await world.received('sms', phone)).length === count;
  });
}

async function smsStatus(apiKey: string, email: string, status: string): Promise<void> {
  await until(`${email} is ${status}`, async () => {
    const { body } = await readSms(world.ingressUrl, apiKey, email);
    return body['sms_status'] === status;
  });
}
