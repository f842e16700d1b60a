import { openDeliveryWorld, type DeliveryWorld, type Item, type Shop } from '../fixtures/delivery-world';
import { changePhone, erase, readSms } from '../fixtures/merchant';
import { until } from '../fixtures/until';

let world: DeliveryWorld;
beforeAll(async () => {
  // Short enough that a throttled send stays throttled meanwhile: it is retried after half a minute.
  world = await openDeliveryWorld({ SUBMISSION_TIMEOUT_MS: '5000' });
});
afterAll(() => world.close());

const DAY_SECONDS = 86_400;
const orders = { reference: '#1042', order_status: 'shipped' };

test('STOP is confirmed once and silences every business on the number, START lifts it, HELP explains (CONSENT-9, CONSENT-10)', async () => {
  const [first, second] = [await world.aShop(), await world.aShop()];
  const phone = '+447700930001';
  const text = { recipient_email: 'a@example.com', recipient_phone: phone, channels: ['sms'] };
  await first.push(text);
  await second.push(text);
  await received('sms', phone, 2);

  await world.sim('POST', 'sms/inbound', { from: phone, text: ' stop! ' });
  const [confirmation] = await received('sms', phone, 3);
  expect(confirmation?.text).toMatch(/no more texts|START/i);
  for (const { apiKey } of [first, second]) await smsStatus(apiKey, 'a@example.com', 'stopped');
  expect((await first.push(text)).body).toMatchObject({ sms: { skipped_reason: 'stopped' } });

  await world.sim('POST', 'sms/inbound', { from: phone, text: 'Start' });
  await received('sms', phone, 4);
  for (const { apiKey } of [first, second]) await smsStatus(apiKey, 'a@example.com', 'active');
  await world.sim('POST', 'sms/inbound', { from: phone, text: 'HELP' });
  await received('sms', phone, 5);
  expect((await second.push(text)).body).toMatchObject({ sms: { queued: true } });
  await received('sms', phone, 6);
  expect([await first.balance(), await second.balance()]).toEqual([99, 98]);
});

test('a scheduled text is not sent to a number that was stopped in the meantime, and its credit is given back', async () => {
  const shop = await world.aShop();
  const phone = '+447700930002';
  const { body: clock } = await world.sim('GET', 'clock');
  const sendAt = new Date(Date.parse(clock['now'] as string) + 3_600_000).toISOString();
  const pushed = await shop.push({
    recipient_email: 'b@example.com',
    recipient_phone: phone,
    channels: ['sms'],
    send_at: sendAt,
  });
  await world.sim('POST', 'sms/inbound', { from: phone, text: 'STOP' });
  await smsStatus(shop.apiKey, 'b@example.com', 'stopped');
  await world.advance(3_700);
  const { sms } = await shop.delivery(
    pushed.body['id'] as string,
    ({ sms: one }) => one?.state === 'skipped',
  );
  expect(sms).toMatchObject({ skipped_reason: 'stopped', credits: 0 });
  expect(await shop.balance()).toBe(100);
  // Only the confirmation.
  expect(await world.received('sms', phone)).toHaveLength(1);
});

test('a reply is acknowledged once a day, forwarded each time, and deleted after 90 days (CONSENT-19, CONSENT-20)', async () => {
  const shop = await world.aShop({ whatsapp: { mode: 'on_request', forward_email: 'desk@shop.example' } });
  const phone = '+447700930003';
  await shop.push({
    recipient_email: 'c@example.com',
    recipient_phone: phone,
    channels: ['whatsapp'],
    whatsapp_opt_in: {},
    ...orders,
  });
  await received('whatsapp', phone, 1);
  const reply = (text: string) => world.sim('POST', 'whatsapp/inbound', { from: phone, text });

  await reply('Where is it?');
  const [acknowledged] = await received('whatsapp', phone, 2);
  expect(acknowledged?.text).toMatch(/passed|reply/i);
  const [forwarded] = await received('email', 'desk@shop.example', 1);
  expect(forwarded).toMatchObject({ subject: 'Reply from c@example.com about #1042' });
  expect(forwarded?.text).toContain('Where is it?');
  await reply('Still there?');
  await received('email', 'desk@shop.example', 2);
  expect(await world.received('whatsapp', phone)).toHaveLength(2);

  await world.advance(DAY_SECONDS + 60);
  await reply('And now?');
  await received('whatsapp', phone, 3);
  await received('email', 'desk@shop.example', 3);
  expect(await replies(shop.id)).toBe(3);

  await world.advance(90 * DAY_SECONDS);
  await until('all replies are deleted', async () => (await replies(shop.id)) === 0);
  expect(await shop.balance()).toBe(99);
});

test('a reply without a quote goes to the business whose message was sent last, not to one whose message waits (CONSENT-18)', async () => {
  const [sent, throttled, unknown] = [await world.aShop(), await world.aShop(), await world.aShop()];
  const phone = '+447700930007';
  const message = { recipient_email: 'f@example.com', recipient_phone: phone, channels: ['whatsapp'] };
  const push = (shop: Shop) => shop.push({ ...message, whatsapp_opt_in: {}, ...orders });
  const reply = () => world.sim('POST', 'whatsapp/inbound', { from: phone, text: 'Where is it?' });
  const untilReplies = (shop: Shop, count: number) =>
    until('the reply has arrived', async () => (await replies(shop.id)) === count);

  await push(sent);
  await received('whatsapp', phone, 1);
  await world.behave('whatsapp', phone, 'throttle');
  await push(throttled);
  await until('it waits for its retry', async () => (await world.countOf('timers', throttled.id)) === 1);
  await reply();
  await untilReplies(sent, 1);

  await world.behave('whatsapp', phone, 'no_answer');
  const { body } = await push(unknown);
  await until('it and its email are sent', async () => {
    return (await world.countOf('send_attempts', unknown.id)) === 2;
  });
  await reply();
  await untilReplies(unknown, 1);
  await unknown.delivery(body['id'] as string, ({ whatsapp }) => whatsapp?.state === 'failed');
  await reply();
  await untilReplies(unknown, 2);
  expect([await replies(sent.id), await replies(throttled.id)]).toEqual([1, 0]);
});

test('a person whose reply was acknowledged goes on writing to that business (CONSENT-18)', async () => {
  const [asked, later] = [await world.aShop(), await world.aShop()];
  const phone = '+447700930008';
  const message = { recipient_email: 'g@example.com', recipient_phone: phone, channels: ['whatsapp'] };
  const nudged = async (shop: Shop) => {
    const { body } = await shop.push({ ...message, whatsapp_opt_in: {}, ...orders });
    await shop.delivery(body['id'] as string, ({ whatsapp }) => whatsapp?.state === 'delivered');
  };
  await nudged(asked);
  const [first] = await received('whatsapp', phone, 1);
  await nudged(later);
  await received('whatsapp', phone, 2);
  const write = (text: string, quoted: object = {}) =>
    world.sim('POST', 'whatsapp/inbound', { from: phone, text, ...quoted });

  await write('Where is it?', { quotes: first!['id'] });
  const [passedOn] = await received('whatsapp', phone, 3);
  await write('And what is in it?', { quotes: passedOn!['id'] });
  await until('the answer has arrived', async () => (await replies(asked.id)) === 2);
  await write('Hello?');
  await until('the next reply has arrived', async () => (await replies(asked.id)) === 3);
  expect(await replies(later.id)).toBe(0);
});

test('STOP on WhatsApp stops WhatsApp alone; START brings back consent, but not a withdrawn one (CONSENT-14, ERASE-18)', async () => {
  const shop = await world.aShop();
  const [phone, email] = ['+447700930004', 'd@example.com'];
  const pushed = { recipient_email: email, recipient_phone: phone, channels: ['whatsapp'], ...orders };
  await shop.push({ ...pushed, whatsapp_opt_in: {} });
  await received('whatsapp', phone, 1);
  await world.sim('POST', 'whatsapp/inbound', { from: phone, text: 'Stop' });
  await whatsappStatus(shop.apiKey, email, 'stopped');
  expect((await readSms(world.ingressUrl, shop.apiKey, email)).body).toMatchObject({ sms_status: 'active' });
  await world.sim('POST', 'whatsapp/inbound', { from: phone, text: 'START' });
  await whatsappStatus(shop.apiKey, email, 'opted_in');

  await erase(world.ingressUrl, shop.apiKey, { email, key: 'w', whatsappOnly: true });
  await world.sim('POST', 'whatsapp/inbound', { from: phone, text: 'START' });
  const refused = await shop.push({ ...pushed, whatsapp_opt_in: {} });
  expect(refused.body).toMatchObject({
    whatsapp: { skipped_reason: 'stopped' },
    whatsapp_opt_in: { recorded: false, reason: 'withdrawn' },
  });
  await changePhone(world.ingressUrl, shop.apiKey, { email, phone: '+447700930005' });
  expect((await shop.push({ ...pushed, recipient_phone: '+447700930005' })).body).toMatchObject({
    whatsapp: { skipped_reason: 'stopped' },
  });
});

test('an erasure while nudges are being submitted brings nothing back, and no credit is lost or doubled', async () => {
  const shop = await world.aShop();
  const [email, phone] = ['e@example.com', '+447700930006'];
  await world.behave('sms', phone, 'no_answer');
  await shop.push({ recipient_email: email, recipient_phone: phone, channels: ['sms'] });
  await until('it is being submitted', async () => (await world.submissions('sms', phone)).length === 1);
  const report = await erase(world.ingressUrl, shop.apiKey, { email, key: 'e' });
  expect(report.body).toMatchObject({ deleted: { messages: 1, sms_sends: 1 }, cancelled_sends: 0 });
  await world.sim('POST', 'sms/events', { to: phone, type: 'delivered' });
  await world.advance(3_600);
  expect((await readSms(world.ingressUrl, shop.apiKey, email)).status).toBe(404);
  expect(await shop.balance()).toBe(99);
  expect(await world.submissions('sms', phone)).toHaveLength(1);
});

async function received(channel: 'email' | 'sms' | 'whatsapp', to: string, count: number) {
  return until(`${to} has received ${String(count)}`, async () => {
    const items: readonly Item[] = await world.received(channel, to);
    return items.length === count ? items : undefined;
  });
}

async function smsStatus(apiKey: string, email: string, status: string): Promise<void> {
  await recipientShows(apiKey, email, { sms_status: status });
}

async function whatsappStatus(apiKey: string, email: string, status: string): Promise<void> {
  await recipientShows(apiKey, email, { whatsapp_status: status });
}

async function recipientShows(apiKey: string, email: string, wanted: Record<string, string>): Promise<void> {
  await until(`${email} is ${JSON.stringify(wanted)}`, async () => {
    const { body } = await readSms(world.ingressUrl, apiKey, email);
    return Object.entries(wanted).every(([name, value]) => body[name] === value);
  });
}

async function replies(businessId: string): Promise<number> {
  return world.countOf('whatsapp_replies', businessId);
}
