import { topics } from '../../../schemas/topics';
import { aBusiness, BUSINESS, command, given } from './given';

const topUp = (n: number, amount: number) => command(n, { TopUp: { amount, note: null } });

describe('accounts (D8, D15)', () => {
  test('a new business has no credits and one key, kept as its hash', () => {
    given()
      .when(aBusiness())
      .then(({ status, body, written }) => {
        expect(status).toBe(201);
        expect(body).toMatchObject({
          id: BUSINESS,
          name: 'Bloom & Co',
          active: true,
          balance: 0,
          low_balance_threshold: 100,
        });
        expect(written.apiKeys).toMatchObject([{ masked: 'osk_…wxyz', sha256: Buffer.alloc(32, 1) }]);
      });
  });

  test('an id that is taken is not given twice', () => {
    given(aBusiness(1))
      .when(aBusiness(2))
      .then(({ status, written }) => {
        expect(status).toBe(409);
        expect(written.apiKeys).toEqual([]);
      });
  });

  test('the balance is the sum of the ledger', () => {
    given(aBusiness(), topUp(2, 30))
      .when(topUp(3, 12))
      .then(({ status, body, outputs, written }) => {
        expect(status).toBe(201);
        expect(body).toEqual({ balance: 42 });
        expect(written.creditEntries).toMatchObject([{ kind: 'top_up', amount: 12, balance: 42 }]);
        expect(outputs).toMatchObject([
          {
            topic: topics.eventsAccount.name,
            value: { type: 'credits.topped_up', credits: 12, balance: 42 },
          },
        ]);
      });
  });

  test('a change leaves alone what it does not name', () => {
    given(aBusiness(), topUp(2, 5))
      .when(
        command(3, {
          ChangeBusiness: { name: 'Bloom', active: null, sending_paused: null, low_balance_threshold: 7 },
        }),
      )
      .then(({ body }) => {
        expect(body).toMatchObject({
          name: 'Bloom',
          active: true,
          sending_paused: false,
          low_balance_threshold: 7,
          balance: 5,
        });
      });
  });

  test.each([
    ['top-up', topUp(1, 5)],
    [
      'change',
      command(1, {
        ChangeBusiness: { name: 'x', active: null, sending_paused: null, low_balance_threshold: null },
      }),
    ],
  ])('a %s of an unknown business is 404', (_what, wish) => {
    given()
      .when(wish)
      .then(({ status, body }) => {
        expect(status).toBe(404);
        expect(body).toEqual({ error_code: 'business.not_found' });
      });
  });
});
