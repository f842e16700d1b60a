import type { Command } from '../../schemas/generated/command';
import { newId } from '../../schemas/ids';
import { fingerprintApiKey } from '../shared/requests/api-keys';
import { createCommandGateway } from '../shared/command-gateway';
import type { HttpRequest } from '../shared/http/route';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { changeBusiness, createBusiness } from './businesses';
import { operatorsOnly } from './operator';
import { listBusinesses, readBusiness } from './read-businesses';
import { topUp } from './top-up';

const NOW = 1_790_000_000_000;
const TOKEN = 'a-token-of-the-operator';
const BUSINESS = newId('biz', NOW);
const hash = createKeyedHash(Buffer.from('a secret of at least thirty-two characters'));

describe('the operator API', () => {
  it.each([{}, { authorization: 'Bearer wrong' }, { authorization: TOKEN }])(
    'refuses %j',
    async (headers) => {
      const handle = operatorsOnly(TOKEN)(() => Promise.reject(new Error('must not run')));
      expect(await handle(request({ headers }))).toMatchObject({
        status: 401,
        body: '{"error_code":"operator.invalid_token"}',
      });
    },
  );

  it('lets the operator through', async () => {
    const handle = operatorsOnly(TOKEN)(readBusiness({ query: () => Promise.resolve([]) }));
    const asked = request({ headers: { authorization: `Bearer ${TOKEN}` }, parameters: { id: BUSINESS } });
    expect(await handle(asked)).toMatchObject({ status: 404, body: '{"error_code":"business.not_found"}' });
  });
});

describe('creating a business', () => {
  it('answers with the key, of which the command carries only the hash', async () => {
    const { gateway, commands } = fakeLedger(201, '{"id":"biz_1","name":"Acme","balance":0}');
    const reply = await createBusiness(gateway, { now: () => NOW })(request({ body: { name: 'Acme' } }));
    const { api_key, ...business } = JSON.parse(reply.body) as { api_key: string };
    expect(reply.status).toBe(201);
    expect(business).toEqual({ id: 'biz_1', name: 'Acme', balance: 0 });
    expect(commands).toMatchObject([
      {
        business_id: expect.stringMatching(/^biz_/),
        idempotency: null,
        body: {
          CreateBusiness: {
            name: 'Acme',
            key: { sha256: fingerprintApiKey(api_key), last4: api_key.slice(-4) },
          },
        },
      },
    ]);
    expect(JSON.stringify(commands)).not.toContain(api_key);
  });

  it.each([{}, { name: ' ' }, { name: 5 }, { name: 'a\0' }])('refuses %j', async (body) => {
    const { gateway, commands } = fakeLedger(201, '{}');
    expect(await createBusiness(gateway, { now: () => NOW })(request({ body }))).toMatchObject({
      status: 422,
    });
    expect(commands).toEqual([]);
  });
});

describe('changing a business', () => {
  it('leaves what is not named as it is', async () => {
    const { gateway, commands } = fakeLedger(200, '{"active":false}');
    const reply = await changeBusiness(gateway)(
      request({ body: { active: false }, parameters: { id: BUSINESS } }),
    );
    expect(reply).toMatchObject({ status: 200, body: '{"active":false}' });
    const change = { name: null, active: false, sending_paused: null, low_balance_threshold: null };
    expect(commands).toMatchObject([{ business_id: BUSINESS, body: { ChangeBusiness: change } }]);
  });

  it.each([
    [{ active: 'yes' }, 'bool_type'],
    [{ name: null }, 'string_type'],
    [{ low_balance_threshold: 1.5 }, 'int_type'],
    [{ low_balance_threshold: -1 }, 'greater_than_equal'],
  ])('refuses %j: %s', async (body, type) => {
    const { gateway } = fakeLedger(200, '{}');
    const reply = await changeBusiness(gateway)(request({ body, parameters: { id: BUSINESS } }));
    expect({ status: reply.status, body: JSON.parse(reply.body) }).toMatchObject({
      status: 422,
      body: { detail: [{ type }] },
    });
  });

  it.each([
    ['nobody', 404],
    ['%00', 422],
  ])('answers the id %s with %d', async (id, status) => {
    const { gateway, commands } = fakeLedger(200, '{}');
    expect(await changeBusiness(gateway)(request({ body: {}, parameters: { id } }))).toMatchObject({
      status,
    });
    expect(commands).toEqual([]);
  });
});

describe('topping up', () => {
  const headers = { 'idempotency-key': 'invoice-1' };
  const parameters = { id: BUSINESS };

  it('is recognised when it is repeated', async () => {
    const { gateway, commands } = fakeLedger(201, '{"balance":5}');
    const handle = topUp(gateway, hash);
    const body = { amount: 5 };
    expect(await handle(request({ headers, parameters, body }))).toMatchObject({
      status: 201,
      body: '{"balance":5}',
    });
    await handle(request({ headers, parameters, body }));
    expect(commands[0]?.body).toEqual({ TopUp: { amount: 5, note: null } });
    expect(commands[0]?.idempotency).toEqual(commands[1]?.idempotency);
  });

  it.each([
    [{}, { amount: 5 }, 'missing', ['header', 'Idempotency-Key']],
    [headers, {}, 'missing', ['body', 'amount']],
    [headers, { amount: '5' }, 'int_type', ['body', 'amount']],
    [headers, { amount: 0 }, 'greater_than_equal', ['body', 'amount']],
    [headers, { amount: 1_000_000_001 }, 'less_than_equal', ['body', 'amount']],
    [headers, { amount: 1, note: 7 }, 'string_type', ['body', 'note']],
  ])('refuses %j %j: %s', async (sent, body, type, loc) => {
    const { gateway, commands } = fakeLedger(201, '{}');
    const reply = await topUp(gateway, hash)(request({ headers: sent, parameters, body }));
    expect({ status: reply.status, body: JSON.parse(reply.body) }).toMatchObject({
      status: 422,
      body: { detail: [{ type, loc }] },
    });
    expect(commands).toEqual([]);
  });
});

describe('listing businesses', () => {
  const row = (id: string) => ({ id, created_at: new Date(NOW), updated_at: new Date(NOW) });

  it('says where the next page begins', async () => {
    const rows = Array.from({ length: 201 }, (_, index) => row(`biz_${index}`));
    const query = <Row>() => Promise.resolve(rows as Row[]);
    const { body } = await listBusinesses({ query })(request({}));
    expect(JSON.parse(body)).toMatchObject({ next_cursor: 'biz_199', items: { length: 200 } });
  });

  it('ends', async () => {
    const query = <Row>() => Promise.resolve([row('biz_1')] as Row[]);
    const { body } = await listBusinesses({ query })(request({}));
    expect(JSON.parse(body)).toEqual({
      items: [
        { id: 'biz_1', created_at: '2026-09-21T14:13:20.000Z', updated_at: '2026-09-21T14:13:20.000Z' },
      ],
      next_cursor: null,
    });
  });

  it('refuses a cursor that is none', async () => {
    const reply = await listBusinesses({ query: () => Promise.resolve([]) })(request({ query: 'cursor=x' }));
    expect(JSON.parse(reply.body)).toMatchObject({ detail: [{ loc: ['query', 'cursor'] }] });
  });
});

function fakeLedger(status: number, body: string) {
  const commands: Omit<Command, 'reply_partition'>[] = [];
  const ask = (command: Omit<Command, 'reply_partition'>) => {
    commands.push(command);
    return Promise.resolve({ status, body, replayed: false });
  };
  return { gateway: createCommandGateway({ ask }, { now: () => NOW }), commands };
}

function request({
  headers = {},
  parameters = {},
  query = '',
  body = {},
}: {
  headers?: Record<string, string>;
  parameters?: Record<string, string>;
  query?: string;
  body?: unknown;
}): HttpRequest {
  const bytes = Buffer.from(JSON.stringify(body));
  return { headers, rawParameters: parameters, rawQuery: query, body: bytes, note: () => undefined };
}
