import { readCredits } from './read-credits';

test.each([
  [0, true],
  [99, true],
  [100, false],
  [250, false],
])('a balance of %d with a threshold of 100 is low: %s (CREDIT-11)', async (balance, low_balance) => {
  const { status, body } = await answered({ balance, threshold: 100 });
  expect([status, JSON.parse(body) as unknown]).toEqual([200, { balance, low_balance, threshold: 100 }]);
});

/** The answer to a business with this row in the database. */
function answered(row: { readonly balance: number; readonly threshold: number }) {
  const sql = { query: () => Promise.resolve([row]) } as never;
  return readCredits(sql)({} as never, { businessId: 'biz_1' } as never);
}
