import { newApiKey } from '../../services/shared/requests/api-keys';
import { operate, push, readCredits, readMessage, request } from '../fixtures/merchant';
import { aMerchant, openDatabase, product } from '../fixtures/product';

const database = openDatabase();
afterAll(() => database.close());

test.each([
  ['an unknown key', newApiKey()],
  ['a mistyped key', `${newApiKey().slice(0, -1)}_`],
  ['another kind of key', 'sk_live_0123456789'],
  ['an empty key', ''],
])('%s is a 401 (KEY-1)', async (_what, key) => {
  const reply = await push(product().ingressUrl, key, 'order-1');
  expect([reply.status, reply.body]).toEqual([401, { error_code: 'business.invalid_api_key' }]);
});

test('a request without a key is a 401, even where there is nothing to find (KEY-1)', async () => {
  const url = `${product().ingressUrl}/api/v1/messages`;
  expect((await request(url)).status).toBe(401);
  expect((await request(`${url}/msg_01kf0000000000000000000000`)).status).toBe(401);
});

test('a key that was revoked before its first use is a 401', async () => {
  const { id } = await aMerchant();
  const made = await operate(`${product().consoleUrl}/admin/v1/businesses/${id}/keys`, {
    method: 'POST',
    body: {},
  });
  expect(made.status).toBe(201);
  await database.query(
    {
      name: 'test-revoke',
      text: 'UPDATE api_keys SET revoked_at = created_at WHERE business_id = $1 AND id = $2',
    },
    [id, made.body['id']],
  );
  expect((await push(product().ingressUrl, made.body['key'] as string, 'order-1')).status).toBe(401);
});

test('a key opens only what its scopes say (KEY-4)', async () => {
  const { id, apiKey } = await aMerchant();
  const url = `${product().consoleUrl}/admin/v1/businesses/${id}/keys`;
  const { body } = await operate(url, { method: 'POST', body: { scopes: ['credits'] } });
  const key = body['key'] as string;
  const refused = await push(product().ingressUrl, key, 'order-1');
  expect([refused.status, refused.body]).toEqual([403, { error_code: 'business.key_not_permitted' }]);
  expect((await readCredits(product().ingressUrl, key)).body).toEqual({
    balance: 0,
    low_balance: true,
    threshold: 100,
  });
  const { body: message } = await push(product().ingressUrl, apiKey, 'order-1');
  expect((await readMessage(product().ingressUrl, key, message['id'] as string)).status).toBe(403);
});

test('a key of any scope can revoke itself, and no other (KEY-9)', async () => {
  const { id } = await aMerchant();
  const url = `${product().consoleUrl}/admin/v1/businesses/${id}/keys`;
  const made = async () => (await operate(url, { method: 'POST', body: { scopes: ['credits'] } })).body;
  const [own, other] = [await made(), await made()];
  const key = own['key'] as string;
  const revoke = async (keyId: unknown) =>
    (
      await fetch(`${product().ingressUrl}/api/v1/keys/${String(keyId)}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${key}` },
      })
    ).status;
  expect(await revoke(other['id'])).toBe(403);
  expect(await revoke(own['id'])).toBe(204);
  expect((await readCredits(product().ingressUrl, key)).status).toBe(401);
  expect((await readCredits(product().ingressUrl, other['key'] as string)).status).toBe(200);
});

test('a deactivated business gets a 403 from then on, even where it was known as active (KEY-6)', async () => {
  const { id, apiKey } = await aMerchant();
  expect((await push(product().ingressUrl, apiKey, 'order-1')).status).toBe(201);
  await operate(`${product().consoleUrl}/admin/v1/businesses/${id}`, {
    method: 'PATCH',
    body: { active: false },
  });
  const refused = await push(product().ingressUrl, apiKey, 'order-2');
  expect([refused.status, refused.body]).toEqual([403, { error_code: 'business.inactive' }]);
});

test('more than the burst is a 429 that says when to retry, and a new rate holds at once (LIMIT-6)', async () => {
  const { id, apiKey } = await aMerchant({ requests_per_second: 1, burst: 3 });
  const { ingressUrl, consoleUrl } = product();
  expect((await push(ingressUrl, apiKey, 'first')).status).toBe(201);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) => push(ingressUrl, apiKey, `n-${String(n)}`)),
  );
  const limited = replies.filter(({ status }) => status === 429);
  // One more request is let in for each second that they take.
  expect(limited).not.toEqual([]);
  expect(limited[0]!.body).toEqual({ error_code: 'request.rate_limited' });
  expect(limited[0]!.headers.get('retry-after')).toBe('1');
  expect(limited[0]!.headers.get('ratelimit-limit')).toBe('3');

  await operate(`${consoleUrl}/admin/v1/businesses/${id}`, {
    method: 'PATCH',
    body: { requests_per_second: 1000, burst: 2000 },
  });
  const relieved = await Promise.all(
    Array.from({ length: 8 }, (_, n) => push(ingressUrl, apiKey, `m-${String(n)}`)),
  );
  // The bucket fills at the new rate. At the old rate one token would take a second.
  expect(relieved.filter(({ status }) => status === 201).length).toBeGreaterThan(2);
});
