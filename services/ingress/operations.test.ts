import { newId } from '../../schemas/ids';
import { newApiKey } from '../shared/requests/api-keys';
import { ingress, KEY, NOW, request } from './ingress.fixture';

const valid = JSON.stringify({ recipient_email: 'Ada@example.com', subject: 'Shipped', body: 'On its way.' });

describe('pushing a message', () => {
  it('sends one command and passes on its answer unchanged', async () => {
    const { push, commands } = ingress({ answer: { status: 201, body: '{ "id": 1 }', replayed: false } });
    const reply = await push(request({ body: valid }));
    expect(reply).toEqual({
      status: 201,
      body: '{ "id": 1 }',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(commands).toMatchObject([
      {
        command_id: expect.stringMatching(/^cmd_/),
        business_id: 'biz_1',
        issued_at: NOW,
        body: {
          PushMessage: { recipient_email: 'ada@example.com', subject: 'Shipped', body: 'On its way.' },
        },
      },
    ]);
    expect(commands[0]?.idempotency?.key_hash).toHaveLength(32);
  });

  it('marks an answer that the ledger replayed (IDEM-4)', async () => {
    const { push } = ingress({ answer: { status: 201, body: '{}', replayed: true } });
    expect((await push(request({ body: valid }))).headers).toHaveProperty('Idempotent-Replayed', 'true');
  });

  const nothing = '{}';
  it.each([
    ['no key', { headers: {}, body: nothing }, 401, 'business.invalid_api_key'],
    [
      'a mistyped key',
      { headers: { authorization: `Bearer ${KEY.slice(0, -1)}!` }, body: nothing },
      401,
      'business.invalid_api_key',
    ],
    [
      'an unknown key',
      { headers: { authorization: `Bearer ${newApiKey()}` }, body: nothing },
      401,
      'business.invalid_api_key',
    ],
    [
      'no idempotency key',
      { headers: { authorization: `Bearer ${KEY}` }, body: nothing },
      422,
      'common.validation_failed',
    ],
  ])('refuses %s before it checks anything later (ERR-7)', async (_case, sent, status, error_code) => {
    const { push, commands } = ingress();
    const reply = await push(request(sent));
    expect({ status: reply.status, body: JSON.parse(reply.body) }).toMatchObject({
      status,
      body: { error_code },
    });
    expect(commands).toEqual([]);
  });

  it('looks nothing up for a key whose checksum is wrong (KEY-2)', async () => {
    const { push, asked } = ingress();
    await push(request({ headers: { authorization: 'Bearer osk_made-up' } }));
    expect(asked).toEqual([]);
  });

  it('refuses a deactivated business (KEY-6)', async () => {
    const { push } = ingress({ active: false });
    expect(await push(request({ body: valid }))).toMatchObject({
      status: 403,
      body: '{"error_code":"business.inactive"}',
    });
  });

  it('reports a fault of the header alone (ERR-8)', async () => {
    const { push } = ingress();
    const reply = await push(
      request({
        headers: { authorization: `bearer ${KEY}`, 'idempotency-key': '' },
        query: 'x=%00',
        body: 'no',
      }),
    );
    expect(locationsOf(reply)).toEqual([['header', 'Idempotency-Key']]);
  });

  it('reports faults of query and body together, and spends no key on the query (ERR-9)', async () => {
    const { push, commands } = ingress();
    const reply = await push(
      request({ query: 'x=%00', body: JSON.stringify({ ...JSON.parse(valid), subject: ' ' }) }),
    );
    expect(locationsOf(reply)).toEqual([
      ['query', 'x'],
      ['body', 'subject'],
    ]);
    expect(locationsOf(await push(request({ query: 'x=%zz', body: valid })))).toEqual([['query', 'x']]);
    expect(commands).toEqual([]);
  });

  it('answers a spent key before it looks at the query (IDEM-10)', async () => {
    const answered = { status: 201, body: '{}', isBatch: false, erased: false };
    const same = ingress({ spent: { ...answered, fingerprint: { equals: () => true } } });
    expect(await same.push(request({ query: 'x=%00', body: valid }))).toMatchObject({
      status: 201,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    const other = ingress({ spent: { ...answered, fingerprint: Buffer.from('other') } });
    expect(await other.push(request({ query: 'x=%00', body: valid }))).toMatchObject({ status: 409 });
  });

  it('lets the ledger answer a faulty body, which spends the key, and puts the inputs back (IDEM-8)', async () => {
    const stored = [{ type: 'string_too_short', loc: ['body', 'subject'], msg: 'too short' }];
    const body = JSON.stringify({ error_code: 'common.validation_failed', detail: stored });
    const { push, commands } = ingress({ answer: { status: 422, body, replayed: false } });
    const reply = await push(request({ body: JSON.stringify({ ...JSON.parse(valid), subject: ' ' }) }));
    expect(commands).toMatchObject([{ body: { Refuse: { detail: expect.not.stringContaining('input') } } }]);
    expect(JSON.parse(reply.body)).toEqual({
      error_code: 'common.validation_failed',
      detail: [{ ...stored[0], input: ' ' }],
    });
  });

  it('answers the repeat of a refused push like the first one, inputs included', async () => {
    const detail = [{ type: 'string_too_short', loc: ['body', 'subject'], msg: 'too short' }];
    const body = JSON.stringify({ error_code: 'common.validation_failed', detail });
    const spent = { fingerprint: { equals: () => true }, status: 422, body, isBatch: false, erased: false };
    const { push, commands } = ingress({ lease: { outcome: 'taken' }, spent });
    const reply = await push(request({ body: JSON.stringify({ ...JSON.parse(valid), subject: ' ' }) }));
    expect(JSON.parse(reply.body)).toMatchObject({ detail: [{ ...detail[0], input: ' ' }] });
    expect(commands).toEqual([]);
  });

  it('spends no key on a text that cannot be stored, but still answers a spent key (IDEM-9)', async () => {
    const nul = JSON.stringify({ subject: 'a\u0000' });
    const unspent = ingress();
    expect(await unspent.push(request({ body: nul }))).toMatchObject({ status: 422 });
    expect(unspent.commands).toEqual([]);
    const { push } = ingress({ spent: { fingerprint: Buffer.from('other'), status: 201, body: '{}' } });
    expect(await push(request({ body: nul }))).toMatchObject({
      status: 409,
      body: '{"error_code":"idempotency.key_reused"}',
    });
  });

  it('checks the scope of a key before the rate (KEY-4, ERR-7)', async () => {
    const { push } = ingress({ scopes: ['credits'], allowed: false });
    expect(await push(request({ body: valid }))).toMatchObject({
      status: 403,
      body: '{"error_code":"business.key_not_permitted"}',
    });
  });

  it('refuses a request beyond the rate, and says when to retry (LIMIT-6)', async () => {
    const { push, commands } = ingress({ allowed: false });
    expect(await push(request({ body: valid }))).toMatchObject({
      status: 429,
      body: '{"error_code":"request.rate_limited"}',
      headers: {
        'Retry-After': '1',
        'RateLimit-Limit': '200',
        'RateLimit-Remaining': '0',
        'RateLimit-Reset': '2',
      },
    });
    expect(commands).toEqual([]);
  });

  it('works on a bounded number of requests of one business at a time (LIMIT-9)', async () => {
    const { push } = ingress({ maxInFlightPerBusiness: 0 });
    expect(await push(request({ body: valid }))).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1' },
    });
  });
});

function locationsOf({ body }: { readonly body: string }) {
  const { detail } = JSON.parse(body) as { detail: { loc: string[] }[] };
  return detail.map(({ loc }) => loc);
}

describe('reading a message', () => {
  const id = newId('msg', NOW);
  const row = {
    id,
    recipientEmail: 'ada@example.com',
    subject: 'Shipped',
    body: 'On its way.',
    kind: 'one_off',
    status: 'active',
    reference: null,
    orderStatus: null,
    scheduledFor: null,
    obsoletedAt: null,
    retractedAt: null,
    nudged: true,
    createdAt: new Date(NOW),
    updatedAt: new Date(NOW),
    openedAt: null,
    nudge: 1,
  };

  it('shows every field (MSG-16)', async () => {
    const { read } = ingress({ message: row });
    const reply = await read(request({ parameters: { public_id: id } }));
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body)).toEqual({
      id,
      recipient_email: 'ada@example.com',
      subject: 'Shipped',
      body: 'On its way.',
      kind: 'one_off',
      status: 'active',
      reference: null,
      order_status: null,
      scheduled_for: null,
      nudged: true,
      created_at: '2026-09-21T14:13:20.000Z',
      updated_at: '2026-09-21T14:13:20.000Z',
      obsoleted_at: null,
      retracted_at: null,
      delivery: {
        delivered: false,
        delivered_at: null,
        opened: false,
        opened_at: null,
        bounced: false,
        bounced_at: null,
        complained: false,
        complained_at: null,
        not_sent: null,
        failed: null,
        sms: null,
        whatsapp: null,
      },
    });
  });

  it.each([id, 'msg_1', 'key_01', ''])('does not find %j (ERR-11)', async (public_id) => {
    const { read } = ingress();
    expect(await read(request({ parameters: { public_id } }))).toMatchObject({
      status: 404,
      body: '{"error_code":"message.not_found"}',
    });
  });

  it.each(['msg_%00', 'msg_%zz', 'msg_%ff'])('refuses %s (ERR-6)', async (public_id) => {
    const { read } = ingress();
    const reply = await read(request({ parameters: { public_id } }));
    expect({ status: reply.status, body: JSON.parse(reply.body) }).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'value_error', loc: ['path', 'public_id'] }] },
    });
    expect(await read(request({ parameters: { public_id }, headers: {} }))).toMatchObject({ status: 401 });
  });

  it('reports a fault of the path alone, then of the query, before it looks for the message (ERR-8)', async () => {
    const { read, asked } = ingress();
    const query = 'x=%00';
    expect(locationsOf(await read(request({ parameters: { public_id: '%zz' }, query })))).toEqual([
      ['path', 'public_id'],
    ]);
    expect(locationsOf(await read(request({ parameters: { public_id: id }, query })))).toEqual([
      ['query', 'x'],
    ]);
    expect(asked).not.toContain('ingress-message');
  });
});
