import { listMessages, push, type FetchedReply } from '../fixtures/merchant';
import { aMerchant, product } from '../fixtures/product';

test.each([
  ['all recipients', ''],
  ['one recipient', '&recipient_email=ada%40example.com'],
])(
  'paging through those of %s sees every message once, newest first, while new ones arrive (MSG-19)',
  async (_whose, filter) => {
    const { apiKey } = await aMerchant();
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.unshift(await pushed(apiKey, n));

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page: FetchedReply = await list(apiKey, `limit=3${filter}${after}`);
      expect(page.status).toBe(200);
      seen.push(...(page.body['items'] as { id: string }[]).map(({ id }) => id));
      cursor = page.body['next_cursor'] as string | null;
      await pushed(apiKey, 100 + seen.length);
    } while (cursor !== null);
    expect(seen).toEqual(ids);
  },
);

test('a list shows only the recipient asked for, no bodies, and never another business', async () => {
  const [one, two] = await Promise.all([aMerchant(), aMerchant()]);
  await pushed(one.apiKey, 1, 'ada@example.com');
  await pushed(one.apiKey, 2, 'bea@example.com');
  await pushed(two.apiKey, 1, 'ada@example.com');
  const items = (await list(one.apiKey, 'recipient_email=%20Ada%40Example.com')).body['items'] as object[];
  expect(items).toMatchObject([{ recipient_email: 'ada@example.com', delivery: { delivered: false } }]);
  expect(items[0]).not.toHaveProperty('body');
});

test.each([
  ['limit=0', 'greater_than_equal', 'limit'],
  ['limit=201', 'less_than_equal', 'limit'],
  ['limit=ten', 'int_type', 'limit'],
  ['cursor=nonsense', 'value_error', 'cursor'],
  ['recipient_email=nobody', 'value_error', 'recipient_email'],
  ['recipient_email=%00', 'value_error', 'recipient_email'],
])('%s is refused', async (query, type, field) => {
  const { apiKey } = await aMerchant();
  const reply = await list(apiKey, query);
  expect(reply.status).toBe(422);
  expect(reply.body['detail']).toMatchObject([{ type, loc: ['query', field] }]);
});

async function pushed(apiKey: string, n: number, recipient = 'ada@example.com'): Promise<string> {
  const reply = await push(product().ingressUrl, apiKey, `order-${String(n)}-${recipient}`, {
    recipient_email: recipient,
  });
  return reply.body['id'] as string;
}

function list(apiKey: string, query: string): Promise<FetchedReply> {
  return listMessages(product().ingressUrl, apiKey, query);
}
