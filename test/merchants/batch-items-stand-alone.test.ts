import { push, pushBatch } from '../fixtures/merchant';
import { aMerchant, product } from '../fixtures/product';

const { ingressUrl } = product();
const item = (email: string, more: object = {}) => ({
  recipient_email: email,
  subject: 'Your order',
  body: 'It is on its way.',
  ...more,
});

interface ItemResult {
  readonly index: number;
  readonly ok: boolean;
  readonly result: { readonly id: string; readonly recipient_email: string } | null;
  readonly error_code: string | null;
  readonly detail: string | null;
}

test('a batch keeps its order, fails item by item, and is replayed whole (MSG-14, IDEM-19)', async () => {
  const { apiKey } = await aMerchant();
  const messages = [item('ada@example.com'), item('nobody'), 7, item('bob@example.com', { subject: 5 })];
  const first = await pushBatch(ingressUrl, apiKey, 'batch-1', messages);
  const { results } = first.body as unknown as { results: ItemResult[] };
  expect(first.status).toBe(200);
  expect(results.map(({ index, ok }) => [index, ok])).toEqual([
    [0, true],
    [1, false],
    [2, false],
    [3, false],
  ]);
  expect(results[0]).toMatchObject({
    result: { recipient_email: 'ada@example.com' },
    error_code: null,
    detail: null,
  });
  expect(results[1]).toMatchObject({ result: null, error_code: 'common.validation_failed' });
  expect(results[1]?.detail).toMatch(/^recipient_email: /);
  expect(results[3]?.detail).toMatch(/^subject: /);

  const again = await pushBatch(ingressUrl, apiKey, 'batch-1', messages);
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
    200,
    first.text,
    'true',
  ]);
  const other = await pushBatch(ingressUrl, apiKey, 'batch-1', messages.slice(1));
  expect([other.status, other.body['error_code']]).toEqual([409, 'idempotency.key_reused']);
});

test('an item is a push under the key of the batch and its index (IDEM-18)', async () => {
  const { apiKey } = await aMerchant();
  const single = await push(ingressUrl, apiKey, 'batch-2#1', item('bob@example.com'));
  const { body } = await pushBatch(ingressUrl, apiKey, 'batch-2', [
    item('ada@example.com'),
    item('bob@example.com'),
  ]);
  const { results } = body as unknown as { results: ItemResult[] };
  expect(results[1]?.result).toEqual(single.body);

  const replayed = await push(ingressUrl, apiKey, 'batch-2#0', item('ada@example.com'));
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect(replayed.body).toEqual(results[0]?.result);
  const changed = await push(ingressUrl, apiKey, 'batch-2#0', item('ada@example.com', { body: 'Other.' }));
  expect(changed.status).toBe(409);
});

test('a text that cannot be stored fails its item and leaves its key unspent (IDEM-9)', async () => {
  const { apiKey } = await aMerchant();
  const { body } = await pushBatch(ingressUrl, apiKey, 'batch-3', [
    item('ada@example.com', { body: 'a\u0000b' }),
  ]);
  expect(body).toMatchObject({ results: [{ ok: false, error_code: 'common.validation_failed' }] });
  expect((await push(ingressUrl, apiKey, 'batch-3#0', item('ada@example.com'))).status).toBe(201);
});

test.each([
  {
    what: 'a key of 253 characters',
    key: 'k'.repeat(253),
    messages: [item('ada@example.com')],
    type: 'string_too_long',
  },
  { what: 'no items', key: 'batch-4', messages: [], type: 'too_short' },
  {
    what: '101 items',
    key: 'batch-5',
    messages: Array<unknown>(101).fill(item('ada@example.com')),
    type: 'too_long',
  },
  { what: 'no list', key: 'batch-6', messages: 'all of them', type: 'list_type' },
  { what: 'nothing', key: 'batch-7', messages: undefined, type: 'missing' },
])('$what: the whole batch is refused (IDEM-2, LIMIT-3)', async ({ key, messages, type }) => {
  const { apiKey } = await aMerchant();
  const reply = await pushBatch(ingressUrl, apiKey, key, messages);
  const loc = type === 'string_too_long' ? ['header', 'Idempotency-Key'] : ['body', 'messages'];
  expect(reply.status).toBe(422);
  expect(reply.body).toMatchObject({ error_code: 'common.validation_failed', detail: [{ type, loc }] });
});

test("a hundred items take a hundred of the account's tokens (HAZ-20)", async () => {
  const { apiKey } = await aMerchant({ requests_per_second: 1, burst: 110 });
  const messages = Array.from({ length: 100 }, (_, index) => item(`r${String(index)}@example.com`));
  const full = await pushBatch(ingressUrl, apiKey, 'batch-8', messages);
  expect((full.body as unknown as { results: ItemResult[] }).results.every(({ ok }) => ok)).toBe(true);
  const next = await pushBatch(ingressUrl, apiKey, 'batch-9', messages);
  expect([next.status, next.body['error_code']]).toEqual([429, 'request.rate_limited']);
});

test('an item reports all its faults, as if it had come alone (MSG-15)', async () => {
  const { apiKey } = await aMerchant();
  const channels = Array.from({ length: 40 }, (_, index) => `pigeon-${index}`);
  const { body } = await pushBatch(ingressUrl, apiKey, 'batch-pigeons', [{ channels }]);
  const [{ detail }] = (body as unknown as { results: [{ detail: string }] }).results;
  expect(detail.split('; ').filter((fault) => fault.startsWith('channels.'))).toHaveLength(40);
});

test('a batch is answered, however many faults its items have', async () => {
  const { apiKey } = await aMerchant();
  // Each fault names the whole path to its text, in characters that take six in JSON.
  const name = '\u0001'.repeat(60);
  const texts = Array(480).fill('\0');
  const deep = Array(6)
    .fill(name)
    .reduce<unknown>((inner, outer: string) => ({ [outer]: inner }), texts);
  const { status, body } = await pushBatch(ingressUrl, apiKey, 'batch-faults', Array(100).fill(deep));
  const { results } = body as unknown as { results: ItemResult[] };
  expect(status).toBe(200);
  expect(new Set(results.map(({ error_code }) => error_code))).toEqual(new Set(['common.validation_failed']));
  expect(results).toHaveLength(100);
});
