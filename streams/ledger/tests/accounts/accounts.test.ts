import { topics } from '../../../../schemas/topics';
import { aBusiness, aChange, BUSINESS, command, given, NOW } from '../fixtures/scenario';
import { HOUR, World } from '../fixtures/world';

const topUp = (n: number, amount: number) => command(n, { TopUp: { amount, note: null } });

describe('accounts (CREDIT-1, OPER-5)', () => {
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
          email_daily_cap: 10_000,
          requests_per_second: 100,
          burst: 200,
          period_ends_at: null,
        });
        expect(written.apiKeys).toMatchObject([{ masked: 'osk_…wxyz', sha256: Buffer.alloc(32, 1) }]);
      });
  });

  test('a business id is given only once', () => {
    given(aBusiness(1))
      .when(aBusiness(2))
      .then(({ status, written }) => {
        expect(status).toBe(409);
        expect(written.apiKeys).toEqual([]);
      });
  });

  test('the balance is the sum of the ledger, and the event of a top-up carries it (EVENT-11)', () => {
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

  test('the warm-up of texts begins when they are first switched on (CHAN-8)', () => {
    const world = new World();
    expect(world.business().smsEnabledAt).toBeNull();
    world.wait(HOUR);
    world.change({ sms_mode: 'off' });
    for (const sms_mode of ['on', 'not_enabled', 'on_request']) {
      world.wait(HOUR);
      world.change({ sms_mode });
    }
    expect(world.business().smsEnabledAt).toEqual(new Date(NOW + HOUR));
    expect(new World({ settings: { sms_mode: 'on' } }).business().smsEnabledAt).not.toBeNull();
  });

  test('a change leaves settings alone that it does not name', () => {
    given(aBusiness(), topUp(2, 5))
      .when(aChange(3, { name: 'Bloom', low_balance_threshold: 7 }))
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
    ['change', aChange(1, { name: 'x' })],
  ])('a %s of an unknown business is 404', (_what, request) => {
    given()
      .when(request)
      .then(({ status, body }) => {
        expect(status).toBe(404);
        expect(body).toEqual({ error_code: 'business.not_found' });
      });
  });

  test('settings have defaults until they are set, and can be cleared again (OPER-5)', () => {
    given(aBusiness(1, { default_country: 'DE', sms_mode: 'on', requests_per_second: 5 }))
      .when(aChange(2, { cleared: ['default_country'], sms_allowed_countries: ['DE', 'AT'] }))
      .then(({ body, written }) => {
        expect(body).toMatchObject({
          default_country: null,
          sms: { mode: 'on', allowed_countries: ['DE', 'AT'] },
          whatsapp: { mode: 'not_enabled', forward_email: null },
          plan: 'active',
          email_daily_cap: 10_000,
          requests_per_second: 5,
          burst: 200,
        });
        expect(written.businesses).toMatchObject([{ version: 2 }]);
      });
  });

  test('a business holds at most 25 active keys (KEY-13)', () => {
    const keys = Array.from({ length: 24 }, (_, index) => aKey(index + 2));
    given(aBusiness(), ...keys)
      .when(aKey(26))
      .then(({ status, body, written }) => {
        expect([status, body]).toEqual([409, { error_code: 'key.limit_reached' }]);
        expect(written.apiKeys).toEqual([]);
      });
    given(aBusiness(), ...keys.slice(1))
      .when(aKey(26))
      .then(({ status, body }) => {
        expect(status).toBe(201);
        expect(body).toMatchObject({
          name: 'Till',
          masked: 'osk_…abcd',
          minted_by: null,
          scopes: ['credits'],
        });
      });
  });
});

function aKey(n: number) {
  const key = { sha256: Buffer.alloc(32, n), last4: 'abcd', name: 'Till', scopes: ['credits'] };
  return command(n, { CreateKey: { key, minted_by: null, detach: false } });
}
