import { operate, push } from '../fixtures/merchant';
import { aMerchant, product } from '../fixtures/product';

test('the same key of another business is a new request (IDEM-3)', async () => {
  const { ingressUrl } = product();
  const [one, two] = await Promise.all([aMerchant(), aMerchant()]);
  const answers = await Promise.all([
    push(ingressUrl, one.apiKey, 'order-1'),
    push(ingressUrl, two.apiKey, 'order-1'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[0].body['id']).not.toBe(answers[1].body['id']);
  expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, null]);
});

test('the same key for another operation is a new request (IDEM-3)', async () => {
  const { ingressUrl, consoleUrl } = product();
  const { id, apiKey } = await aMerchant();
  const credits = `${consoleUrl}/admin/v1/businesses/${id}/credits`;
  expect((await push(ingressUrl, apiKey, 'order-1')).status).toBe(201);
  expect((await operate(credits, { method: 'POST', body: { amount: 5 }, key: 'order-1' })).body).toEqual({
    balance: 5,
  });
});
