import { createKeyedHash } from '../shared/requests/keyed-hash';
import { BUSINESS, clock, fakeLedger, fakeSql, request } from './console.fixture';
import { topUp } from './top-up';

const hash = createKeyedHash(Buffer.from('a secret of at least thirty-two characters'));
const parameters = { id: BUSINESS };

describe('topping up (OPER-9)', () => {
  const headers = { 'idempotency-key': 'invoice-1' };

  it('is recognised when it is repeated', async () => {
    const { gateway, commands } = fakeLedger(201, '{"balance":5}');
    const handle = topUp({ gateway, sql: fakeSql([]), hash, clock });
    const body = { amount: 5 };
    const reply = await handle(request({ headers, parameters, body }));
    expect(reply).toMatchObject({ status: 201, body: '{"balance":5}' });
    await handle(request({ headers, parameters, body }));
    expect(commands[0]?.body).toEqual({ TopUp: { amount: 5, note: null } });
    expect(commands[0]?.idempotency).toEqual(commands[1]?.idempotency);
  });

  const amount = ['body', 'amount'];
  it.each([
    ['{}', null, { type: 'missing', loc: amount, msg: 'Field required' }],
    ['{"amount":"5"}', '5', { type: 'int_type', loc: amount, msg: 'Input should be a valid integer' }],
    [
      '{"amount":0}',
      0,
      { type: 'greater_than_equal', loc: amount, msg: 'Input should be greater than or equal to 1' },
    ],
    [
      '{"amount":1000000001}',
      1_000_000_001,
      { type: 'less_than_equal', loc: amount, msg: 'Input should be less than or equal to 1000000000' },
    ],
    [
      '{"amount":1,"note":7}',
      7,
      { type: 'string_type', loc: ['body', 'note'], msg: 'Input should be a valid string' },
    ],
    ['[1]', [1], { type: 'dict_type', loc: ['body'], msg: 'Input should be a valid dictionary' }],
    ['{"amount"', null, { type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }],
  ])('spends its key on the refusal of %s', async (body, input, fault) => {
    const { gateway, commands } = refusingLedger();
    const asked = { ...request({ headers, parameters }), body: Buffer.from(body) };
    const reply = await topUp({ gateway, sql: fakeSql([]), hash, clock })(asked);
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      422,
      { error_code: 'common.validation_failed', detail: [{ ...fault, input }] },
    ]);
    // The stored refusal does not contain the sent values.
    expect(commands[0]?.body).toEqual({ Refuse: { detail: JSON.stringify([fault]), recipient_email: null } });
    expect(commands[0]?.idempotency).not.toBeNull();
  });

  it.each([
    [{}, 'missing'],
    [{ 'idempotency-key': '' }, 'string_too_short'],
    [{ 'idempotency-key': 'k'.repeat(256) }, 'string_too_long'],
  ])('reports nothing but the fault of the key %j: %s', async (sent, type) => {
    const { gateway, commands } = fakeLedger(201, '{}');
    const handle = topUp({ gateway, sql: fakeSql([]), hash, clock });
    const reply = await handle(request({ headers: sent, parameters, body: { amount: 'x' } }));
    expect(JSON.parse(reply.body)).toMatchObject({ detail: [{ type, loc: ['header', 'Idempotency-Key'] }] });
    expect(commands).toEqual([]);
  });

  it('refuses a text that cannot be stored without spending the key, but reports a spent key', async () => {
    const { gateway, commands } = fakeLedger(201, '{}');
    const asked = request({ headers, parameters, body: { amount: 1, note: 'a\0' } });
    const fresh = await topUp({ gateway, sql: fakeSql([]), hash, clock })(asked);
    expect(JSON.parse(fresh.body)).toMatchObject({ detail: [{ loc: ['body', 'note'], input: 'a\0' }] });
    const spent = await topUp({ gateway, sql: fakeSql([{}]), hash, clock })(asked);
    expect(spent).toMatchObject({ status: 409, body: '{"error_code":"idempotency.key_reused"}' });
    expect(commands).toEqual([]);
  });
});

/** Answers a refusal as the ledger does. */
function refusingLedger() {
  return fakeLedger(422, ({ body }) => {
    const detail = 'Refuse' in body ? (JSON.parse(body.Refuse.detail) as object) : [];
    return JSON.stringify({ error_code: 'common.validation_failed', detail });
  });
}
