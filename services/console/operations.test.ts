import { fingerprintApiKey } from '../shared/requests/api-keys';
import { changeBusiness, createBusiness } from './businesses';
import { BUSINESS, checkOf, clock, fakeLedger, fakeSql, MOMENT, NOW, request } from './console.fixture';
import type { Handler, Route } from '../shared/http/route';
import { createKey } from './keys';
import { operatorsOnly } from './operator';
import { listBusinesses, readBusiness } from './read-businesses';
import { readCredits } from './read-credits';

const TOKEN = 'a-token-of-the-operator';
const ALL_SCOPES = ['messages', 'recipients', 'credits', 'keys', 'webhooks'];
const parameters = { id: BUSINESS };

describe('the operator API (OPER-1)', () => {
  it.each([{}, { authorization: 'Bearer wrong' }, { authorization: TOKEN }])(
    'refuses %j',
    async (headers) => {
      const route = guarded(() => Promise.reject(new Error('must not run')));
      expect(await route.handle(request({ headers }))).toMatchObject({
        status: 401,
        body: '{"error_code":"operator.invalid_token"}',
      });
    },
  );

  it('lets the operator through', async () => {
    const route = guarded(readBusiness(fakeSql([])));
    const asked = request({ headers: { authorization: `Bearer ${TOKEN}` }, parameters });
    expect(await route.handle(asked)).toMatchObject({
      status: 404,
      body: '{"error_code":"business.not_found"}',
    });
  });

  function guarded(handle: Handler): Route {
    return operatorsOnly(checkOf(TOKEN), { isOpen: async () => false })({ method: 'GET', path: '/', handle });
  }
});

describe('creating a business (OPER-5)', () => {
  it('answers with the key, but puts only its hash into the command', async () => {
    const { gateway, commands } = fakeLedger(201, '{"id":"biz_1","name":"Acme","balance":0}');
    const body = { name: 'Acme', sms: { mode: 'on' } };
    const reply = await createBusiness(gateway, clock)(request({ body }));
    const { api_key, ...business } = JSON.parse(reply.body) as { api_key: string };
    expect(reply.status).toBe(201);
    expect(business).toEqual({ id: 'biz_1', name: 'Acme', balance: 0 });
    const key = {
      sha256: fingerprintApiKey(api_key),
      last4: api_key.slice(-4),
      name: 'API key',
      scopes: ALL_SCOPES,
    };
    expect(commands).toMatchObject([
      {
        business_id: expect.stringMatching(/^biz_/),
        idempotency: null,
        body: { CreateBusiness: { settings: { name: 'Acme', sms_mode: 'on', cleared: [] }, key } },
      },
    ]);
    expect(JSON.stringify(commands)).not.toContain(api_key);
  });

  it.each([{}, { name: ' ' }, { name: 5 }, { name: 'a\0' }, { name: 'Acme', burst: 0 }])(
    'refuses %j',
    async (body) => {
      const { gateway, commands } = fakeLedger(201, '{}');
      const reply = await createBusiness(gateway, clock)(request({ body }));
      expect(reply).toMatchObject({ status: 422 });
      expect(commands).toEqual([]);
    },
  );
});

describe('changing a business (OPER-6)', () => {
  it('asks the ledger and answers with its view of the business', async () => {
    const { gateway, commands } = fakeLedger(200, '{"active":false}');
    const reply = await changeBusiness(gateway)(
      request({ body: { active: false, sms_sender: null }, parameters }),
    );
    expect(reply).toMatchObject({ status: 200, body: '{"active":false}' });
    const settings = { name: null, active: false, burst: null, cleared: ['sms_sender'] };
    expect(commands).toMatchObject([{ business_id: BUSINESS, body: { ChangeBusiness: { settings } } }]);
  });

  it('is refused with all faults', async () => {
    const { gateway, commands } = fakeLedger(200, '{}');
    const body = { plan: 'gold', sms: { mode: 'loud' } };
    const reply = await changeBusiness(gateway)(request({ body, parameters }));
    expect(JSON.parse(reply.body)).toMatchObject({
      error_code: 'common.validation_failed',
      detail: [{ loc: ['body', 'plan'] }, { loc: ['body', 'sms', 'mode'] }],
    });
    expect(commands).toEqual([]);
  });

  it.each([
    ['nobody', 404],
    ['%00', 422],
    ['%zz', 422],
  ])('answers the id %s with %d', async (id, status) => {
    const { gateway, commands } = fakeLedger(200, '{}');
    const reply = await changeBusiness(gateway)(request({ body: {}, parameters: { id } }));
    expect(reply).toMatchObject({ status });
    expect(commands).toEqual([]);
  });
});

describe('creating a key (OPER-8)', () => {
  it('answers with the key, but puts only its hash into the command', async () => {
    const { gateway, commands } = fakeLedger(201, '{"id":"key_1","name":"till"}');
    const body = { name: 'till', scopes: ['credits', 'messages'] };
    const reply = await createKey(gateway)(request({ body, parameters }));
    const { key, ...item } = JSON.parse(reply.body) as { key: string };
    expect([reply.status, item]).toEqual([201, { id: 'key_1', name: 'till' }]);
    const kept = { ...body, sha256: fingerprintApiKey(key), last4: key.slice(-4) };
    expect(commands).toMatchObject([{ business_id: BUSINESS, body: { CreateKey: { key: kept } } }]);
    expect(JSON.stringify(commands)).not.toContain(key);
  });

  it.each([[{}], [{ name: null, scopes: null }]])('uses a default name and all scopes: %j', async (body) => {
    const { gateway, commands } = fakeLedger(201, '{}');
    await createKey(gateway)(request({ body, parameters }));
    expect(commands).toMatchObject([
      { body: { CreateKey: { key: { name: 'API key', scopes: ALL_SCOPES } } } },
    ]);
  });

  it('needs no body', async () => {
    const { gateway, commands } = fakeLedger(201, '{}');
    const bare = { ...request({ parameters }), body: Buffer.alloc(0) };
    expect((await createKey(gateway)(bare)).status).toBe(201);
    expect(commands).toMatchObject([{ body: { CreateKey: { key: { name: 'API key' } } } }]);
  });

  it('passes on the refusal of the ledger', async () => {
    const body = '{"error_code":"key.limit_reached"}';
    const reply = await createKey(fakeLedger(409, body).gateway)(request({ parameters }));
    expect(reply).toMatchObject({ status: 409, body });
  });

  const choices = "Input should be 'messages', 'recipients', 'credits', 'keys' or 'webhooks'";
  const long = 'n'.repeat(121);
  it.each([
    [{ name: 5 }, ['name'], { type: 'string_type', msg: 'Input should be a valid string', input: 5 }],
    [
      { name: long },
      ['name'],
      { type: 'string_too_long', msg: 'String should have at most 120 characters', input: long },
    ],
    [
      { scopes: 'keys' },
      ['scopes'],
      { type: 'list_type', msg: 'Input should be a valid list', input: 'keys' },
    ],
    [
      { scopes: [] },
      ['scopes'],
      { type: 'too_short', msg: 'List should have at least 1 item after validation, not 0', input: [] },
    ],
    [{ scopes: ['keys', 'all'] }, ['scopes', 1], { type: 'enum', msg: choices, input: 'all' }],
    [{ scopes: [null] }, ['scopes', 0], { type: 'enum', msg: choices, input: null }],
    [
      { scopes: ['keys', 'keys'] },
      ['scopes', 1],
      { type: 'value_error', msg: 'Value error, the item is repeated', input: 'keys' },
    ],
  ])('refuses %j at %j', async (body, place, fault) => {
    const { gateway, commands } = fakeLedger(201, '{}');
    const reply = await createKey(gateway)(request({ body, parameters }));
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      422,
      { error_code: 'common.validation_failed', detail: [{ loc: ['body', ...place], ...fault }] },
    ]);
    expect(commands).toEqual([]);
  });
});

describe('listing businesses (OPER-10)', () => {
  const row = (id: string) => ({
    id,
    createdAt: new Date(NOW),
    updatedAt: new Date(NOW),
    periodEndsAt: null,
  });

  it('returns where the next page begins', async () => {
    const rows = Array.from({ length: 201 }, (_, index) => row(`biz_${index}`));
    const { body } = await listBusinesses(fakeSql(rows))(request({}));
    expect(JSON.parse(body)).toMatchObject({ next_cursor: 'biz_199', items: { length: 200 } });
  });

  it('returns no cursor on the last page', async () => {
    const { body } = await listBusinesses(fakeSql([row('biz_1')]))(request({}));
    expect(JSON.parse(body)).toMatchObject({
      items: [{ id: 'biz_1', period_ends_at: null, created_at: MOMENT, updated_at: MOMENT }],
      next_cursor: null,
    });
  });

  it('begins below the cursor or at the newest, and searches by name', async () => {
    const sql = fakeSql([]);
    await listBusinesses(sql)(request({}));
    await listBusinesses(sql)(request({ query: `cursor=${BUSINESS}` }));
    await listBusinesses(sql)(request({ query: 'name=Bl%C3%BCten+%26' }));
    expect(sql.asked).toEqual([
      ['biz_z', 201, ''],
      [BUSINESS, 201, ''],
      ['biz_z', 201, 'Blüten &'],
    ]);
  });

  it.each(['name=%00', 'name=%ff'])(
    'never asks the database for a name that it cannot store: %s',
    async (query) => {
      const sql = fakeSql([]);
      expect(await listBusinesses(sql)(request({ query }))).toMatchObject({ status: 422 });
      expect(sql.asked).toEqual([]);
    },
  );

  it.each(['cursor=x', 'cursor=', 'cursor=crd_01kf0000000000000000000000'])('refuses %s', async (query) => {
    const reply = await listBusinesses(fakeSql([]))(request({ query }));
    expect(JSON.parse(reply.body)).toMatchObject({ detail: [{ loc: ['query', 'cursor'] }] });
  });
});

describe('reading credits', () => {
  const entry = { kind: 'top_up', amount: 5, balance: 5, send_id: null, note: 'first' };

  it('shows the balance and the entries', async () => {
    const rows = [{ balance_now: 7, id: 'crd_1', ...entry, created_at: new Date(NOW) }];
    const { status, body } = await readCredits(fakeSql(rows))(request({ parameters }));
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      balance: 7,
      items: [{ id: 'crd_1', ...entry, created_at: MOMENT }],
      next_cursor: null,
    });
  });

  it('distinguishes a business without entries from an unknown one', async () => {
    const { body } = await readCredits(fakeSql([{ balance_now: 0, id: null }]))(request({ parameters }));
    expect(JSON.parse(body)).toEqual({ balance: 0, items: [], next_cursor: null });
    expect(await readCredits(fakeSql([]))(request({ parameters }))).toMatchObject({
      status: 404,
      body: '{"error_code":"business.not_found"}',
    });
  });

  it('refuses a cursor of another list', async () => {
    const reply = await readCredits(fakeSql([]))(request({ parameters, query: `cursor=${BUSINESS}` }));
    expect(JSON.parse(reply.body)).toMatchObject({ detail: [{ loc: ['query', 'cursor'], input: BUSINESS }] });
  });
});
