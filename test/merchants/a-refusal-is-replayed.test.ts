import { countOf } from '../fixtures/log-client';
import { push, request } from '../fixtures/merchant';
import { aMerchant, openDatabase, product } from '../fixtures/product';

const database = openDatabase();
afterAll(() => database.close());

test('a 422 spends its key: the same faulty request gets it again, byte for byte, and a corrected one a 409 (IDEM-8)', async () => {
  const { ingressUrl } = product();
  const { id, apiKey } = await aMerchant();
  const faulty = { subject: '', channels: ['pigeon'] };
  const first = await push(ingressUrl, apiKey, 'order-1', faulty);
  expect(first.status).toBe(422);
  expect(first.body['detail']).toMatchObject([
    { type: 'string_too_short', loc: ['body', 'subject'], input: '' },
    { type: 'enum', loc: ['body', 'channels', 0], input: 'pigeon' },
  ]);

  const again = await push(ingressUrl, apiKey, 'order-1', faulty);
  expect([again.status, again.text]).toEqual([422, first.text]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const corrected = await push(ingressUrl, apiKey, 'order-1');
  expect([corrected.status, corrected.body['error_code']]).toEqual([409, 'idempotency.key_reused']);
  expect(await countOf({ database }, 'messages', id)).toBe(0);
});

test('the input of the caller is not stored with the refusal (IDEM-12)', async () => {
  const { ingressUrl } = product();
  const { id, apiKey } = await aMerchant();
  await push(ingressUrl, apiKey, 'order-1', { recipient_email: 'ada-at-example.com' });
  const rows = await database.query<{ body: string }>(
    { name: 'test-stored', text: 'SELECT body FROM idempotency_records WHERE business_id = $1' },
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.body).not.toContain('ada-at');
});

test('a small push with a thousand faults is stored as a small refusal, and replayed as it was answered (ERR-17)', async () => {
  const { ingressUrl } = product();
  const { id, apiKey } = await aMerchant();
  const faulty = { channels: Array<number>(1_000).fill(0) };
  const first = await push(ingressUrl, apiKey, 'order-1', faulty);
  expect(first.status).toBe(422);
  expect((first.body['detail'] as unknown[]).length).toBeGreaterThan(50);
  const [stored] = await database.query<{ bytes: number }>(
    {
      name: 'test-stored-bytes',
      text: 'SELECT octet_length(body) AS bytes FROM idempotency_records WHERE business_id = $1',
    },
    [id],
  );
  expect(stored!.bytes).toBeLessThan(14_000);
  const again = await push(ingressUrl, apiKey, 'order-1', faulty);
  expect([again.status, again.text]).toEqual([422, first.text]);
});

test('a text that cannot be stored leaves its key unspent, and is a conflict under a spent key (IDEM-9, IDEM-10)', async () => {
  const { ingressUrl } = product();
  const { apiKey } = await aMerchant();
  const nul = await push(ingressUrl, apiKey, 'order-1', { subject: 'a\u0000b' });
  expect([nul.status, nul.body['error_code']]).toEqual([422, 'common.validation_failed']);
  expect((await push(ingressUrl, apiKey, 'order-1')).status).toBe(201);
  const late = await push(ingressUrl, apiKey, 'order-1', { subject: 'a\u0000b' });
  expect([late.status, late.body['error_code']]).toEqual([409, 'idempotency.key_reused']);
});

test.each([
  ['GET', 'credits', []],
  ['GET', 'keys', []],
  ['GET', 'webhook-endpoints', []],
  ['GET', 'messages/msg_1', []],
  ['POST', 'messages/msg_1/retract', []],
  ['POST', 'messages', ['body']],
  ['POST', 'messages/batch', ['body']],
  ['POST', 'keys', []],
  ['POST', 'webhook-endpoints', ['body']],
  ['DELETE', 'keys/key_1', []],
  ['DELETE', 'webhook-endpoints/we_1', []],
  ['GET', 'recipients/ada%40example.com/sms', []],
  ['PUT', 'recipients/ada%40example.com/phone', ['body']],
  ['DELETE', 'recipients/ada%40example.com/phone', []],
  ['POST', 'recipients/ada%40example.com/erase', []],
] as const)(
  '%s /%s has no parameters, and reports forbidden text in one together with the faults of its body (ERR-6, ERR-9)',
  async (method, path, besides) => {
    const { ingressUrl } = product();
    const { apiKey } = await aMerchant();
    const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'order-1' };
    const reply = await request(`${ingressUrl}/api/v1/${path}?x=%00`, { method, headers });
    const query = { loc: ['query', 'x'], input: '\0' };
    const detail = [query, ...besides.map((place) => ({ loc: [place] }))];
    expect(reply).toMatchObject({ status: 422, body: { detail } });
  },
);
