import { pushBatch, request } from '../fixtures/merchant';
import { aMerchant, product } from '../fixtures/product';

const { ingressUrl } = product();
const itemsTo = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    recipient_email: `r${String(index)}@example.com`,
    subject: 'Your order',
    body: 'It is on its way.',
  }));

test('a business gets no more than its burst, its very first requests included (LIMIT-6)', async () => {
  const { apiKey } = await aMerchant({ requests_per_second: 1, burst: 3 });
  const credits = () =>
    request(`${ingressUrl}/api/v1/credits`, { headers: { authorization: `Bearer ${apiKey}` } });
  const startedAt = Date.now();
  const replies = await Promise.all(Array.from({ length: 20 }, credits));
  const seconds = Math.ceil((Date.now() - startedAt) / 1_000);
  const letIn = replies.filter(({ status }) => status === 200).length;
  expect(replies.every(({ status }) => status === 200 || status === 429)).toBe(true);
  // One more request for each second that it took.
  expect(letIn).toBeGreaterThanOrEqual(3);
  expect(letIn).toBeLessThanOrEqual(3 + seconds);
});

test('a batch that costs more than a full bucket costs a full bucket (LIMIT-7)', async () => {
  const { apiKey } = await aMerchant({ requests_per_second: 1, burst: 10 });
  expect((await pushBatch(ingressUrl, apiKey, 'batch-1', itemsTo(20))).status).toBe(200);
});

test('the 429 to a batch says when there are enough tokens for all of it (LIMIT-7)', async () => {
  const { apiKey } = await aMerchant({ requests_per_second: 1, burst: 60 });
  const startedAt = Date.now();
  expect((await pushBatch(ingressUrl, apiKey, 'batch-1', itemsTo(50))).status).toBe(200);
  const early = await pushBatch(ingressUrl, apiKey, 'batch-2', itemsTo(50));
  expect(early.status).toBe(429);
  const seconds = Number(early.headers.get('retry-after'));
  // About ten tokens were left, and one more has come for each second that it took, so about forty are missing.
  const passed = Math.ceil((Date.now() - startedAt) / 1_000);
  expect(seconds).toBeGreaterThanOrEqual(40 - passed);
  expect(seconds).toBeLessThanOrEqual(50);
});
