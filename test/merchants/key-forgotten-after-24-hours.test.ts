import { countOf } from '../fixtures/log-client';
import { push } from '../fixtures/merchant';
import { aMerchant, openDatabase, product } from '../fixtures/product';

const database = openDatabase();
afterAll(() => database.close());

test('24 hours after its first answer a key is new again (IDEM-7)', async () => {
  const { ingressUrl } = product();
  const { id, apiKey } = await aMerchant();
  const first = await push(ingressUrl, apiKey, 'order-1');
  await makeOlder(id, '23 hours 50 minutes');
  expect((await push(ingressUrl, apiKey, 'order-1')).text).toBe(first.text);

  await makeOlder(id, '10 minutes');
  const anew = await push(ingressUrl, apiKey, 'order-1', { subject: 'Another body, even' });
  expect(anew.status).toBe(201);
  expect(anew.headers.get('idempotent-replayed')).toBeNull();
  expect(anew.body['id']).not.toBe(first.body['id']);
  expect(await countOf({ database }, 'messages', id)).toBe(2);
  expect((await push(ingressUrl, apiKey, 'order-1', { subject: 'Another body, even' })).text).toBe(anew.text);
});

/** The clock of these services is the system's and cannot be moved, so the record is. */
async function makeOlder(businessId: string, by: string): Promise<void> {
  await database.query(
    {
      name: 'test-make-older',
      text: 'UPDATE idempotency_records SET expires_at = expires_at - $2::interval WHERE business_id = $1',
    },
    [businessId, by],
  );
}
