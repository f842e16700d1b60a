import { documented, push } from '../fixtures/merchant';
import { aMerchant, product, startBeside } from '../fixtures/product';

const { ingressUrl } = product();
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function createKey(apiKey: string, body: object = {}): Promise<{ id: string; key: string }> {
  const reply = await documented('createKey', `${ingressUrl}/api/v1/keys`, {
    method: 'POST',
    headers: bearer(apiKey),
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(201);
  return reply.body as unknown as { id: string; key: string };
}

async function revokeKey(apiKey: string, id: string): Promise<number> {
  const url = `${ingressUrl}/api/v1/keys/${id}`;
  return (await documented('revokeKey', url, { method: 'DELETE', headers: bearer(apiKey) })).status;
}

test('after the 204 a revoked key and its children open nothing on any instance (KEY-10, KEY-16)', async () => {
  const other = startBeside({}, 'ingress');
  try {
    const otherUrl = await other.ready();
    const { apiKey } = await aMerchant();
    const leaked = await createKey(apiKey, { name: 'Till' });
    const child = await createKey(leaked.key);
    const detached = await createKey(leaked.key, { detach: true });
    // Both instances have the keys in their caches.
    for (const url of [ingressUrl, otherUrl]) {
      for (const { key } of [leaked, child, detached]) {
        expect((await push(url, key, `warm ${url}`)).status).toBe(201);
      }
    }
    expect(await revokeKey(apiKey, leaked.id)).toBe(204);
    for (const url of [ingressUrl, otherUrl]) {
      expect((await push(url, leaked.key, 'after')).status).toBe(401);
      expect((await push(url, child.key, 'after')).status).toBe(401);
      expect((await push(url, detached.key, `after ${url}`)).status).toBe(201);
    }
    expect(await revokeKey(apiKey, leaked.id)).toBe(404);
    const list = await documented('listKeys', `${ingressUrl}/api/v1/keys`, { headers: bearer(apiKey) });
    expect(list.body).toMatchObject({
      items: [{ id: detached.id, minted_by: leaked.id, detached: true }, { minted_by: null }],
    });
    expect(list.text).not.toContain(detached.key);
  } finally {
    await other.stop();
  }
});

test('the 26th key is refused, however many are requested at once; a key may revoke itself (KEY-13)', async () => {
  const { apiKey } = await aMerchant();
  const asked = await Promise.all(
    Array.from({ length: 30 }, () =>
      documented('createKey', `${ingressUrl}/api/v1/keys`, { method: 'POST', headers: bearer(apiKey) }),
    ),
  );
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(24);
  const refused = asked.filter(({ status }) => status !== 201);
  expect(
    new Set(refused.map(({ status, body }) => `${String(status)} ${String(body['error_code'])}`)),
  ).toEqual(new Set(['409 key.limit_reached']));
  const { id, key } = asked.find(({ status }) => status === 201)!.body as unknown as {
    id: string;
    key: string;
  };
  expect(await revokeKey(key, id)).toBe(204);
  expect((await push(ingressUrl, key, 'k')).status).toBe(401);
});
