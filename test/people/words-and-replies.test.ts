import { changePhone, erase, operate, push, readSms, request } from '../fixtures/merchant';
import { aMerchant, openDatabase, product, startBeside } from '../fixtures/product';
import { CALLBACKS_ENV, type Callback } from '../fixtures/provider-callbacks';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { beginSubmission, SHARED_NUMBER, texted, written } from '../fixtures/words-of-people';

const { ingressUrl, consoleUrl } = product();
const database = openDatabase();
let callbacks: ServiceProcess;
let url: string;
let sequence = 0;

beforeAll(async () => {
  callbacks = startBeside(CALLBACKS_ENV, 'callbacks');
  url = await callbacks.ready();
});

afterAll(async () => {
  await callbacks.kill();
  await database.close();
});

async function aTextingMerchant(settings: object = {}) {
  const merchant = await aMerchant({ sms: { mode: 'on' }, whatsapp: { mode: 'on' }, ...settings });
  const credits = `${consoleUrl}/admin/v1/businesses/${merchant.id}/credits`;
  await operate(credits, { method: 'POST', key: 'top-up', body: { amount: 100 } });
  return merchant;
}

test('STOP stops every business that texts from the number, START lifts only texted stops (CONSENT-9, CONSENT-10)', async () => {
  const phone = '+447700900201';
  const email = 'ada@example.com';
  const [first, second] = [await aTextingMerchant(), await aTextingMerchant()];
  const apart = await aTextingMerchant({ sms_sender: '+447700900998' });
  for (const { apiKey } of [first, second, apart]) {
    await push(ingressUrl, apiKey, 'p1', { recipient_phone: phone });
  }
  const stop = `${consoleUrl}/admin/v1/businesses/${second.id}/recipients/${email}/stop`;
  await text(phone, 'stop.');
  await smsStatus(first.apiKey, email, 'stopped');
  await smsStatus(second.apiKey, email, 'stopped');
  expect((await readSms(ingressUrl, apart.apiKey, email)).body).toMatchObject({ sms_status: 'active' });
  expect((await push(ingressUrl, first.apiKey, 'p2')).body).toMatchObject({
    sms: { skipped_reason: 'stopped' },
  });
  expect((await push(ingressUrl, apart.apiKey, 'p2')).body).toMatchObject({ sms: { queued: true } });
  const late = await aTextingMerchant();
  const pushed = await push(ingressUrl, late.apiKey, 'p1', { recipient_phone: phone });
  expect(pushed.body).toMatchObject({ sms: { skipped_reason: 'stopped' } });

  await changePhone(ingressUrl, first.apiKey, { email, phone: null });
  expect((await readSms(ingressUrl, first.apiKey, email)).body).toMatchObject({
    phone: null,
    sms_status: 'stopped',
    sms_stop_source: 'text',
  });
  await changePhone(ingressUrl, first.apiKey, { email, phone });
  await operate(stop, { method: 'POST', body: { channel: 'sms' } });
  await text(phone, 'Start');
  await smsStatus(first.apiKey, email, 'active');
  await smsStatus(late.apiKey, email, 'active');
  expect((await readSms(ingressUrl, second.apiKey, email)).body).toMatchObject({
    sms_status: 'stopped',
    sms_stop_source: 'dashboard',
  });
  await text(phone, 'HELP');
  const answers = await until('every text is answered', async () => {
    const autoReplies = await autoRepliesTo(phone);
    return autoReplies.length === 3 && autoReplies;
  });
  expect(answers.map((autoReply) => [autoReply.channel, autoReply.sender])).toEqual([
    ['sms', SHARED_NUMBER],
    ['sms', SHARED_NUMBER],
    ['sms', SHARED_NUMBER],
  ]);
});

test('a business that changes its number gets the stops that were texted to the new one (CONSENT-9)', async () => {
  const phone = '+447700900208';
  const email = 'ada@example.com';
  const first = await aTextingMerchant();
  const mover = await aTextingMerchant({ sms_sender: '+447700900997' });
  for (const { apiKey } of [first, mover]) await push(ingressUrl, apiKey, 'p1', { recipient_phone: phone });
  await text(phone, 'STOP');
  await smsStatus(first.apiKey, email, 'stopped');
  expect((await readSms(ingressUrl, mover.apiKey, email)).body).toMatchObject({ sms_status: 'active' });

  const business = `${consoleUrl}/admin/v1/businesses/${mover.id}`;
  await operate(business, { method: 'PATCH', body: { sms_sender: null } });
  const stopped = { sms_status: 'stopped', sms_stop_source: 'text' };
  expect((await push(ingressUrl, mover.apiKey, 'p2')).body).toMatchObject({
    sms: { skipped_reason: 'stopped' },
  });
  expect((await readSms(ingressUrl, mover.apiKey, email)).body).toMatchObject(stopped);
  expect((await changePhone(ingressUrl, mover.apiKey, { email, phone })).body).toMatchObject(stopped);
  await text(phone, 'START');
  await smsStatus(mover.apiKey, email, 'active');
});

test('a STOP or START to the number of one business holds for that one, no matter what another one gets (CONSENT-9)', async () => {
  const [phone, email] = ['+447700900210', 'ada@example.com'];
  const [one, other] = ['+447700900995', '+447700900996'];
  const [first, second] = [
    await aTextingMerchant({ sms_sender: one }),
    await aTextingMerchant({ sms_sender: other }),
  ];
  for (const { apiKey } of [first, second]) await push(ingressUrl, apiKey, 'p1', { recipient_phone: phone });
  // One person texts to both numbers, faster than the texts are applied. The last text to each number counts.
  for (const [words, to] of [
    ['STOP', one],
    ['STOP', other],
    ['START', one],
    ['START', other],
    ['STOP', one],
  ] as const) {
    await text(phone, words, to);
  }
  await until('every text is answered', async () => (await autoRepliesTo(phone)).length === 5);
  await smsStatus(first.apiKey, email, 'stopped');
  await smsStatus(second.apiKey, email, 'active');
});

test('a STOP to an earlier number of a business holds once the business texts from that number again (CONSENT-9)', async () => {
  const [phone, email, earlier] = ['+447700900211', 'ada@example.com', '+447700900994'];
  const { id, apiKey } = await aTextingMerchant({ sms_sender: earlier });
  await push(ingressUrl, apiKey, 'p1', { recipient_phone: phone });
  const change = (sms_sender: string | null) =>
    operate(`${consoleUrl}/admin/v1/businesses/${id}`, { method: 'PATCH', body: { sms_sender } });
  await change(null);
  await text(phone, 'STOP', earlier);
  await until('it is answered', async () => (await autoRepliesTo(phone)).length === 1);
  await change(earlier);
  await smsStatus(apiKey, email, 'stopped');
  expect((await push(ingressUrl, apiKey, 'p2')).body).toMatchObject({ sms: { skipped_reason: 'stopped' } });
  await change(null);
  await text(phone, 'START', earlier);
  await until('that is answered too', async () => (await autoRepliesTo(phone)).length === 2);
  await change(earlier);
  await smsStatus(apiKey, email, 'active');
});

test('a STOP stays with the person who texted it, even if their number changes while it is under way (CONSENT-13)', async () => {
  const { apiKey } = await aTextingMerchant();
  const people = Array.from({ length: 12 }, (_, n) => ({
    email: `hasty-${String(n)}@example.com`,
    phone: `+4477009003${String(n).padStart(2, '0')}`,
    next: `+4477009004${String(n).padStart(2, '0')}`,
  }));
  const ways = [
    ({ email, next }: (typeof people)[number]) => changePhone(ingressUrl, apiKey, { email, phone: next }),
    ({ email }: (typeof people)[number]) => changePhone(ingressUrl, apiKey, { email, phone: null }),
    ({ email, next }: (typeof people)[number]) =>
      push(ingressUrl, apiKey, `${email} again`, { recipient_email: email, recipient_phone: next }),
  ];
  for (const [n, person] of people.entries()) {
    const { email, phone } = person;
    await push(ingressUrl, apiKey, email, { recipient_email: email, recipient_phone: phone });
    await text(phone, 'STOP');
    expect((await ways[n % ways.length]!(person)).status).toBeLessThan(300);
    await smsStatus(apiKey, email, 'stopped');
  }
});

test.each([
  { phone: '+447700900202', last: '+447700900202', channels: ['sms'] },
  { phone: '+447700900207', last: null, channels: ['sms'] },
  { phone: '+447700900209', last: null, channels: ['email'] },
])('a texted stop outlives an erasure: $channels, held last: $last (ERASE-7)', async (example) => {
  const { phone, last, channels } = example;
  const { apiKey } = await aTextingMerchant();
  await push(ingressUrl, apiKey, 'p1', { recipient_phone: phone, channels });
  await text(phone, 'UNSUBSCRIBE');
  await smsStatus(apiKey, 'ada@example.com', 'stopped');
  await changePhone(ingressUrl, apiKey, { email: 'ada@example.com', phone: last });
  const report = await erase(ingressUrl, apiKey, { email: 'ada@example.com', key: 'e1' });
  expect(report.body).toMatchObject({ kept: { sms_opt_outs: 1 } });
  expect(await autoRepliesTo(phone)).toEqual([]);
  const next = await push(ingressUrl, apiKey, 'p2', {
    recipient_email: 'bob@example.com',
    recipient_phone: phone,
  });
  expect(next.body).toMatchObject({ sms: { skipped_reason: 'stopped' } });
});

test('a reply is kept once, published, acknowledged once a day, forwarded, and erased', async () => {
  const phone = '+447700900203';
  const { id, apiKey } = await aTextingMerchant({
    whatsapp: { mode: 'on', forward_email: 'shop@example.com' },
  });
  const pushed = await push(ingressUrl, apiKey, 'p1', {
    recipient_phone: phone,
    whatsapp_opt_in: {},
    reference: '#7',
    order_status: 'shipped',
  });
  expect(pushed.body).toMatchObject({ whatsapp: { queued: true } });
  await beginSubmission(database, id);
  await write(phone, 'Where is my parrot?', 'wamid.one');
  await write(phone, 'Where is my parrot?', 'wamid.one');
  await write(phone, 'It is no more.', 'wamid.two');
  const events = await until('both replies are published', async () => {
    const rows = await replyEvents(id);
    return rows.length === 2 && rows;
  });
  expect(events[0]?.data).toEqual({
    message_id: pushed.body['id'],
    recipient_email: 'ada@example.com',
    reference: '#7',
    order_status: 'shipped',
    reply_id: expect.stringMatching(/^rpl_/) as string,
    text: 'Where is my parrot?',
    received_at: expect.stringMatching(/Z$/) as string,
  });
  const autoReplies = [...(await autoRepliesTo(phone)), ...(await autoRepliesTo('shop@example.com'))];
  expect(autoReplies.map(({ channel }) => channel)).toEqual(['whatsapp', 'email', 'email']);

  await write(phone, 'STOP', 'wamid.three');
  await until('WhatsApp is stopped', async () => {
    const { body } = await readSms(ingressUrl, apiKey, 'ada@example.com');
    return body['whatsapp_status'] === 'stopped' && body['sms_status'] === 'active';
  });
  await until('the third reply is published', async () => (await replyEvents(id)).length === 3);
  const receipt = await erase(ingressUrl, apiKey, {
    email: 'ada@example.com',
    key: 'w1',
    whatsappOnly: true,
  });
  expect(receipt.body).toMatchObject({
    replies_deleted: 3,
    queued_webhook_copies_deleted: 0,
    acknowledgement_holds_dropped: 1,
    consent_withdrawn: true,
    replies_a_forward_email_may_have_carried: 0,
  });
  expect(await replyEvents(id)).toEqual([]);
  expect(await autoRepliesTo('shop@example.com')).toEqual([]);
});

test('what was written from an earlier number is erased as well (ERASE-12)', async () => {
  const [phone, email] = ['+447700900205', 'ada@example.com'];
  const { id, apiKey } = await aTextingMerchant();
  const fields = { recipient_phone: phone, whatsapp_opt_in: {}, reference: '#7', order_status: 'shipped' };
  await push(ingressUrl, apiKey, 'p1', fields);
  await beginSubmission(database, id);
  await write(phone, 'Where is my parrot?', 'wamid.earlier');
  await text(phone, 'HELP');
  await until('both are answered', async () => (await autoRepliesTo(phone)).length === 2);
  await putAside(phone);
  await changePhone(ingressUrl, apiKey, { email, phone: '+447700900206' });
  const receipt = await erase(ingressUrl, apiKey, { email, key: 'w1', whatsappOnly: true });
  expect(receipt.body).toMatchObject({ acknowledgement_holds_dropped: 1 });
  expect((await autoRepliesTo(phone)).map(({ channel }) => channel)).toEqual(['sms']);
  expect(await deadLettersOf(phone)).toHaveLength(1);
  await erase(ingressUrl, apiKey, { email, key: 'e1' });
  expect([await autoRepliesTo(phone), await deadLettersOf(phone)]).toEqual([[], []]);
});

test('a callback that the provider did not sign is refused', async () => {
  const { path, body } = texted('+447700900204', 'STOP', 'SM1');
  const forged = await request(url + path, { method: 'POST', body });
  expect([forged.status, forged.body]).toEqual([403, { error_code: 'callback.invalid_signature' }]);
});

async function text(from: string, words: string, to = SHARED_NUMBER): Promise<void> {
  sequence += 1;
  const { status, text: answer } = await post(texted(from, words, `SM${from}${String(sequence)}`, to));
  expect([status, answer]).toEqual([200, '']);
}

async function write(from: string, words: string, id: string): Promise<void> {
  expect((await post(written(from, words, { id, timestamp: '1790000000' }))).status).toBe(200);
}

function post({ path, headers, body }: Callback) {
  return request(url + path, { method: 'POST', headers, body });
}

async function smsStatus(apiKey: string, email: string, status: string): Promise<void> {
  await until(`${email} is ${status}`, async () => {
    const { body } = await readSms(ingressUrl, apiKey, email);
    return body['sms_status'] === status;
  });
}

async function autoRepliesTo(address: string) {
  return database.query<{ channel: string; sender: string | null }>(
    {
      name: 'test-auto-replies',
      text: 'SELECT channel, sender, text FROM auto_replies WHERE address = $1 ORDER BY created_at',
    },
    [address],
  );
}

/** Adds a dead letter, as if one more text from the number could not have been applied. */
async function putAside(phone: string): Promise<void> {
  await database.query(
    {
      name: 'test-put-aside',
      text: `
        INSERT INTO dead_letters (id, partition, log_offset, business_id, reason, error, payload, people, parked_at)
        SELECT 'dlq_' || address, -1, -1, business_id, 'failed', '', convert_to(address, 'UTF8'),
          jsonb_build_array(recipient_id), now() FROM auto_replies WHERE address = $1 AND channel = 'sms'`,
    },
    [phone],
  );
}

async function deadLettersOf(phone: string) {
  return database.query(
    { name: 'test-letters', text: `SELECT id FROM dead_letters WHERE payload = convert_to($1, 'UTF8')` },
    [phone],
  );
}

async function replyEvents(businessId: string) {
  return database.query<{ data: Record<string, unknown> }>(
    {
      name: 'test-reply-events',
      text: `
        SELECT data FROM events WHERE business_id = $1 AND type = 'whatsapp.inbound_message' ORDER BY occurred_at`,
    },
    [businessId],
  );
}
