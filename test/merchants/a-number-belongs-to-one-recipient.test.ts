import { changePhone, operate, push, readSms, request } from '../fixtures/merchant';
import { aMerchant, product } from '../fixtures/product';

const { ingressUrl, consoleUrl } = product();
const PHONE = '+447700900123';

test('of two recipients who claim one number at once exactly one holds it (CONSENT-4)', async () => {
  const { apiKey } = await aMerchant();
  const people = Array.from({ length: 8 }, (_, index) => `person-${String(index)}@example.com`);
  await Promise.all(people.map((email) => push(ingressUrl, apiKey, email, { recipient_email: email })));
  const claims = await Promise.all(
    people.map((email) => changePhone(ingressUrl, apiKey, { email, phone: PHONE })),
  );
  expect(claims.map(({ status }) => status).sort()).toEqual([200, ...people.slice(1).map(() => 409)]);
  expect(claims.find(({ status }) => status === 409)?.body).toEqual({
    error_code: 'sms.phone_already_in_use',
  });
  const views = await Promise.all(people.map((email) => readSms(ingressUrl, apiKey, email)));
  expect(views.filter(({ body }) => body['phone'] === PHONE)).toHaveLength(1);
});

test('a national number is the same number, however it is written', async () => {
  const { apiKey } = await aMerchant({ default_country: 'GB' });
  await push(ingressUrl, apiKey, 'p1', { recipient_phone: PHONE });
  await push(ingressUrl, apiKey, 'p2', { recipient_email: 'bob@example.com' });
  const taken = await changePhone(ingressUrl, apiKey, { email: 'bob@example.com', phone: '07700 900123' });
  expect(taken.status).toBe(409);
  const pushed = await push(ingressUrl, apiKey, 'p3', {
    recipient_email: 'bob@example.com',
    recipient_phone: '07700 900123',
    channels: ['sms'],
  });
  expect(pushed.status).toBe(201);
});

test('two businesses with the same person keep everything apart (CONSENT-1)', async () => {
  const [first, second] = [await aMerchant(), await aMerchant()];
  for (const { apiKey } of [first, second]) await push(ingressUrl, apiKey, 'p1', { recipient_phone: PHONE });
  const url = `${consoleUrl}/admin/v1/businesses/${first.id}/recipients/ada%40example.com`;
  const stopped = await operate(`${url}/stop`, { method: 'POST', body: { channel: 'sms' } });
  expect([stopped.status, stopped.body]).toEqual([
    200,
    expect.objectContaining({ sms_status: 'stopped', sms_stop_source: 'dashboard' }),
  ]);
  const moved = await operate(`${url}/phone`, { method: 'PUT', body: { phone: '+447700900124' } });
  expect(moved.body).toMatchObject({
    phone: '+447700900124',
    sms_status: 'stopped',
    sms_consent_source: 'push',
  });
  expect((await operate(`${url}/unsubscribe`, { method: 'POST' })).status).toBe(200);
  expect((await readSms(ingressUrl, second.apiKey, 'ada@example.com')).body).toMatchObject({
    phone: PHONE,
    sms_status: 'active',
    sms_stopped_at: null,
  });
  const email = (apiKey: string) => push(ingressUrl, apiKey, 'p2');
  expect((await email(first.apiKey)).body).toMatchObject({ email: { skipped_reason: 'unsubscribed' } });
  expect((await email(second.apiKey)).body).toMatchObject({ email: { sending: true } });
});

test('the operator gets a 404 for a recipient, a business or a channel that does not exist (OPER-11)', async () => {
  const { id } = await aMerchant();
  const url = `${consoleUrl}/admin/v1/businesses/${id}/recipients`;
  const ask = async (path: string, body: object): Promise<number> =>
    (await operate(`${url}/${path}`, { method: 'POST', body })).status;
  expect(await ask('nobody%40example.com/stop', { channel: 'sms' })).toBe(404);
  expect(await ask('nobody%40example.com/unsubscribe', {})).toBe(404);
  expect(await ask('nobody%40example.com/stop', { channel: 'pigeon' })).toBe(422);
  const { status, body } = await operate(`${url}/nobody/stop`, {
    method: 'POST',
    body: { channel: 'pigeon' },
  });
  expect(status).toBe(422);
  expect(body).toMatchObject({ detail: [{ loc: ['path', 'email'] }] });
});

test.each([
  ['an address that was never messaged', 'ada%40example.com', 404],
  ['one in capitals, which is the same', 'ADA%40Example.com', 404],
  ['no address', 'ada', 422],
  ['blanks', '%20%20', 422],
  ['nothing at all', '', 422],
  ['NUL', 'ada%00%40example.com', 422],
  ['half a surrogate', 'ada%ED%A0%80%40example.com', 422],
])('%s in the path: %s is %i, with or without a key', async (_what, email, status) => {
  const { apiKey } = await aMerchant();
  const url = `${ingressUrl}/api/v1/recipients/${email}`;
  const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'harmless' };
  const asked = [
    await request(`${url}/sms`, { headers }),
    await request(`${url}/phone`, { method: 'PUT', headers, body: JSON.stringify({ phone: PHONE }) }),
    await request(`${url}/phone`, { method: 'DELETE', headers }),
    await request(`${url}/whatsapp/erase`, { method: 'POST', headers }),
  ];
  expect(asked.map((reply) => reply.status)).toEqual([status, status, status, status]);
  const erased = await request(`${url}/erase`, { method: 'POST', headers });
  expect(erased.status).toBe(status === 404 ? 200 : status);
});

test.each([
  ['12'],
  ['+44 20 7946 0000'],
  ['not a number'],
  [7],
  [null],
  [undefined],
  ['+44770090\u00000123'],
])('the number %p is 422 (CONSENT-3)', async (phone) => {
  const { apiKey } = await aMerchant();
  await push(ingressUrl, apiKey, 'p1');
  const reply = await request(`${ingressUrl}/api/v1/recipients/ada%40example.com/phone`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ phone }),
  });
  expect([reply.status, reply.body['error_code']]).toEqual([422, 'common.validation_failed']);
});
