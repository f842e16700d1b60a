import { countOf } from '../fixtures/log-client';
import { push } from '../fixtures/merchant';
import { aMerchant, openDatabase, product } from '../fixtures/product';

const database = openDatabase();
afterAll(() => database.close());

test('of twenty twins one is accepted; the others are asked to wait or get its answer (IDEM-6)', async () => {
  const { id, apiKey } = await aMerchant();
  const { ingressUrl } = product();
  const twins = await Promise.all(Array.from({ length: 20 }, () => push(ingressUrl, apiKey, 'order-1')));

  const accepted = twins.filter(({ status }) => status === 201);
  const first = accepted.filter(({ headers }) => headers.get('idempotent-replayed') === null);
  expect(first).toHaveLength(1);
  expect(new Set(accepted.map(({ text }) => text)).size).toBe(1);
  for (const { status, body } of twins.filter((twin) => twin.status !== 201)) {
    expect([status, body['error_code']]).toEqual([409, 'idempotency.request_in_progress']);
  }
  expect(await countOf({ database }, 'messages', id)).toBe(1);
  expect(await countOf({ database }, 'sends', id)).toBe(1);

  const later = await push(ingressUrl, apiKey, 'order-1');
  expect(later.text).toBe(first[0]!.text);
  expect(later.headers.get('idempotent-replayed')).toBe('true');
});

test('of twenty twins with different bodies one is accepted, and no other body ever is (IDEM-5)', async () => {
  const { id, apiKey } = await aMerchant();
  const { ingressUrl } = product();
  const rivals = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      push(ingressUrl, apiKey, 'order-1', { subject: `Body ${String(n)}` }),
    ),
  );
  expect(rivals.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(rivals.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect(await countOf({ database }, 'messages', id)).toBe(1);
});
