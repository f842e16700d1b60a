import { businesses, codeOf, get, post, raw } from '../fixtures/operator';
import { aMerchant, openDatabase } from '../fixtures/product';

describe('credits', () => {
  test('are listed in the order of application, newest first, with their balances, page by page (OPER-10)', async () => {
    const { id } = await aMerchant();
    const url = `${businesses()}/${id}/credits`;
    expect((await get(url)).body).toEqual({ balance: 0, items: [], next_cursor: null });
    await post(url, { amount: 5, note: 'first' }, 'a');
    await post(url, { amount: 7 }, 'b');
    const entry = {
      id: expect.stringMatching(/^crd_/),
      kind: 'top_up',
      send_id: null,
      created_at: expect.any(String),
    };
    expect((await get(url)).body).toEqual({
      balance: 12,
      items: [
        { ...entry, amount: 7, balance: 12, note: null },
        { ...entry, amount: 5, balance: 5, note: 'first' },
      ],
      next_cursor: null,
    });

    await Promise.all(Array.from({ length: 203 }, (_, n) => post(url, { amount: 1 }, `more-${String(n)}`)));
    const first = await get(url);
    const second = await get(`${url}?cursor=${String(first.body['next_cursor'])}`);
    const items = [first, second].map(({ body }) => body['items'] as { id: string; balance: number }[]);
    expect(items.map(({ length }) => length)).toEqual([200, 5]);
    expect([first.body['balance'], second.body['next_cursor']]).toEqual([215, null]);
    expect(new Set(items.flat().map(({ id: entryId }) => entryId)).size).toBe(205);
    const left = Array.from({ length: 204 }, (_, n) => 215 - n);
    expect(items.flat().map(({ balance }) => balance)).toEqual([...left, 5]);
  });

  test('are added once per key (OPER-9)', async () => {
    const { id } = await aMerchant();
    const url = `${businesses()}/${id}/credits`;
    const first = await post(url, { amount: 5, note: 'x' }, 'invoice');
    const again = await post(url, { note: 'x', amount: 5 }, 'invoice');
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const reused = [{ amount: 6 }, { amount: -1 }, { amount: 5, note: 'a\0' }, {}];
    for (const body of reused) {
      expect(codeOf(await post(url, body, 'invoice'))).toEqual([409, 'idempotency.key_reused']);
    }
    const malformed = await raw(url, '{"amount":', 'invoice');
    expect(codeOf(malformed)).toEqual([409, 'idempotency.key_reused']);
    expect((await get(url)).body).toMatchObject({ balance: 5, items: { length: 1 } });
  });

  test('a refusal spends its key, and the input is not stored with it (OPER-9)', async () => {
    const { id } = await aMerchant();
    const url = `${businesses()}/${id}/credits`;
    const body = { amount: 'ada@example.com', note: [{ to: 'Ada' }] };
    const refused = await post(url, body, 'invoice');
    expect(codeOf(refused)).toEqual([422, 'common.validation_failed']);
    expect(refused.body['detail']).toEqual([
      {
        type: 'int_type',
        loc: ['body', 'amount'],
        msg: 'Input should be a valid integer',
        input: 'ada@example.com',
      },
      {
        type: 'string_type',
        loc: ['body', 'note'],
        msg: 'Input should be a valid string',
        input: [{ to: 'Ada' }],
      },
    ]);
    const again = await post(url, body, 'invoice');
    expect([again.status, again.text]).toEqual([422, refused.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(codeOf(await post(url, { amount: 5 }, 'invoice'))).toEqual([409, 'idempotency.key_reused']);
    expect(await storedAnswers(id)).toEqual([expect.not.stringMatching(/ada/i)]);

    const malformed = await raw(url, '{"amount":', 'malformed');
    expect(malformed.body['detail']).toMatchObject([{ type: 'json_invalid', loc: ['body'], input: null }]);
    expect((await raw(url, '{"amount":', 'malformed')).headers.get('idempotent-replayed')).toBe('true');
  });

  test('a text that cannot be stored and a faulty key spend nothing (OPER-9)', async () => {
    const { id } = await aMerchant();
    const url = `${businesses()}/${id}/credits`;
    const unstorable = await post(url, { amount: 5, note: '\ud800' }, 'invoice');
    expect(unstorable.body['detail']).toMatchObject([{ type: 'value_error', loc: ['body', 'note'] }]);
    expect((await post(url, { amount: 'x' })).body['detail']).toMatchObject([
      { type: 'missing', loc: ['header', 'Idempotency-Key'] },
    ]);
    expect((await post(url, { amount: 5 }, 'invoice')).body).toEqual({ balance: 5 });
  });
});

async function storedAnswers(businessId: string): Promise<string[]> {
  const database = openDatabase();
  try {
    const text = 'SELECT body FROM idempotency_records WHERE business_id = $1';
    const rows = await database.query<{ body: string }>({ name: 'test-stored-answers', text }, [businessId]);
    return rows.map(({ body }) => body);
  } finally {
    await database.close();
  }
}
