import { newId } from '../../schemas/ids';
import { readMessage, request } from '../fixtures/merchant';
import { businesses, codeOf, get, patch, post, raw } from '../fixtures/operator';
import { aMerchant, product } from '../fixtures/product';

const EVERY_SETTING = {
  name: '  Blüten & Söhne 花 <b>.example.com</b>',
  active: false,
  sending_paused: true,
  plan: 'past_due',
  period_ends_at: '2027-01-01T00:00:00.000Z',
  email_allowance: 0,
  email_daily_cap: 5,
  recipient_daily_emails: 6,
  requests_per_second: 7,
  burst: 9,
  low_balance_threshold: 0,
  default_country: 'DE',
  sending_domain: 'mail.bloom.example',
  sms_sender: '+4915112345678',
  sms: { mode: 'on_request', allowed_countries: ['DE', 'AT'] },
  whatsapp: { mode: 'on', forward_email: 'replies@bloom.example' },
};

const DEFAULTS = {
  active: true,
  sending_paused: false,
  plan: 'active',
  period_ends_at: null,
  email_allowance: null,
  email_daily_cap: 10_000,
  recipient_daily_emails: 50,
  requests_per_second: 100,
  burst: 200,
  low_balance_threshold: 100,
  default_country: null,
  sending_domain: null,
  sms_sender: null,
  sms: { mode: 'not_enabled', allowed_countries: [] },
  whatsapp: { mode: 'not_enabled', forward_email: null },
};

describe('a business', () => {
  test('begins with the defaults, and its creation, reads and lists show the same (OPER-5)', async () => {
    const made = await post(businesses(), { name: 'Bloom' });
    expect(made.status).toBe(201);
    const { api_key, ...business } = made.body;
    expect(api_key).toMatch(/^osk_\w{46}$/);
    expect(business).toEqual({
      id: expect.stringMatching(/^biz_/),
      name: 'Bloom',
      ...DEFAULTS,
      balance: 0,
      created_at: business['updated_at'],
      updated_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    expect((await get(`${businesses()}/${String(business['id'])}`)).body).toEqual(business);
    expect((await get(businesses())).body['items']).toContainEqual(business);
  });

  test('takes every setting at its creation, and lets each be cleared (OPER-6)', async () => {
    const made = await post(businesses(), EVERY_SETTING);
    expect(made.body).toMatchObject(EVERY_SETTING);
    const url = `${businesses()}/${String(made.body['id'])}`;
    expect((await get(url)).body).toMatchObject(EVERY_SETTING);
    const cleared = {
      period_ends_at: null,
      email_allowance: null,
      default_country: null,
      sending_domain: null,
      sms_sender: null,
    };
    const changed = await patch(url, {
      ...cleared,
      sms: { allowed_countries: [] },
      whatsapp: { forward_email: null },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      ...EVERY_SETTING,
      ...cleared,
      sms: { mode: 'on_request', allowed_countries: [] },
      whatsapp: { mode: 'on', forward_email: null },
    });
    expect((await get(url)).body).toEqual(changed.body);
  });

  test('does not change when no known setting is sent, or when one is at fault (OPER-6)', async () => {
    const { id } = await aMerchant(EVERY_SETTING);
    const url = `${businesses()}/${id}`;
    const noop = await patch(url, { colour: 'red', sms: {}, balance: 1_000 });
    expect([noop.status, noop.body]).toEqual([
      200,
      expect.objectContaining({ ...EVERY_SETTING, balance: 0 }),
    ]);
    const refused = await patch(url, {
      active: true,
      burst: '1',
      sms: { mode: 'off', allowed_countries: ['XX'] },
    });
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        error_code: 'common.validation_failed',
        detail: [
          { type: 'int_type', loc: ['body', 'burst'], msg: 'Input should be a valid integer', input: '1' },
          {
            type: 'value_error',
            loc: ['body', 'sms', 'allowed_countries', 0],
            msg: 'Value error, not a country code of ISO 3166-1 alpha-2',
            input: 'XX',
          },
        ],
      },
    ]);
    expect((await get(url)).body).toMatchObject(EVERY_SETTING);
  });

  test('is listed newest first, page by page (OPER-10)', async () => {
    const { id: older } = await aMerchant();
    const { id: newer } = await aMerchant();
    const ids = async (query: string) =>
      ((await get(`${businesses()}?${query}`)).body['items'] as { id: string }[]).map(({ id }) => id);
    const first = await ids('');
    expect(first.indexOf(newer)).toBeLessThan(first.indexOf(older));
    expect(await ids(`cursor=${newer}`)).toEqual(expect.arrayContaining([older]));
    expect(await ids(`cursor=${newer}`)).not.toContain(newer);
  });
});

describe('a dashboard key (OPER-8)', () => {
  test('opens what its business has, within its scopes', async () => {
    const { id } = await aMerchant();
    const made = await post(`${businesses()}/${id}/keys`, { name: 'till', scopes: ['messages'] });
    const key = made.body['key'] as string;
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^key_/),
        name: 'till',
        masked: `osk_…${key.slice(-4)}`,
        created: expect.stringMatching(/Z$/),
        minted_by: null,
        detached: false,
        last_used_at: null,
        scopes: ['messages'],
        key,
      },
    ]);
    const read = await readMessage(product().ingressUrl, key, newId('msg', Date.now()));
    expect(read.body).toEqual({ error_code: 'message.not_found' });
  });

  test('counts towards the limit of twenty-five', async () => {
    const { id } = await aMerchant();
    const made = await Promise.all(Array.from({ length: 26 }, () => post(`${businesses()}/${id}/keys`, {})));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(24);
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.map(codeOf)).toEqual(Array(2).fill([409, 'key.limit_reached']));
    expect(made.find(({ status }) => status === 201)?.body).toMatchObject({
      name: 'API key',
      scopes: ['messages', 'recipients', 'credits', 'keys', 'webhooks'],
    });
  });
});

describe('the operator API', () => {
  test('answers that an unknown business does not exist (OPER-11)', async () => {
    for (const id of [newId('biz', Date.now()), 'nobody', newId('msg', Date.now())]) {
      const url = `${businesses()}/${id}`;
      const recipient = `${url}/recipients/ada@example.com`;
      const endpoint = `${url}/webhook-endpoints/${newId('we', Date.now())}`;
      const answers = await Promise.all([
        get(url),
        patch(url, { active: false }),
        post(`${url}/keys`, {}),
        get(`${url}/credits`),
        get(`${url}/webhook-endpoints`),
        post(`${url}/credits`, { amount: 1 }, 'invoice'),
        post(`${recipient}/stop`, { channel: 'sms' }),
        post(`${recipient}/unsubscribe`, {}),
        post(`${endpoint}/enable`, {}),
        post(`${endpoint}/replay`, { since: new Date().toISOString() }),
        get(`${endpoint}/deliveries`),
        get(`${url}/webhook-endpoints/nothing/deliveries`),
      ]);
      expect(answers.map(codeOf)).toEqual(Array(12).fill([404, 'business.not_found']));
    }
  });

  test('answers what it cannot read with a 422', async () => {
    expect(codeOf(await get(`${businesses()}/%00`))).toEqual([422, 'common.validation_failed']);
    expect(codeOf(await raw(businesses(), '{'))).toEqual([422, 'common.validation_failed']);
    expect(codeOf(await post(businesses(), { name: 'a\0' }))).toEqual([422, 'common.validation_failed']);
    expect(codeOf(await get(`${businesses()}?cursor=1`))).toEqual([422, 'common.validation_failed']);
  });

  test('is for operators only, on every route (OPER-1)', async () => {
    const { id, apiKey } = await aMerchant();
    for (const path of ['', `/${id}`, `/${id}/credits`]) {
      for (const headers of [{}, { authorization: `Bearer ${apiKey}` }]) {
        const answer = await request(`${businesses()}${path}`, { headers });
        expect(codeOf(answer)).toEqual([401, 'operator.invalid_token']);
      }
    }
    expect(codeOf(await request(`${businesses()}/${id}/keys`, { method: 'POST' }))[0]).toBe(401);
  });
});
