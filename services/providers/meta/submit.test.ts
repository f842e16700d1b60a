import type { Provider, WhatsappNudge } from '../../../streams/sender/provider';
import { openHttpStandIn, type HttpStandIn, type HttpStandInKind } from '../http-provider.fixture';
import { CONNECTIONS, itKeepsTheProviderContract, type ProviderKind } from '../provider-contract.fixture';
import { createMetaProvider } from './submit';

const standInKind: HttpStandInKind = {
  idsIn({ body }) {
    const { biz_opaque_callback_data: carried } = JSON.parse(body) as { biz_opaque_callback_data: string };
    const [businessId = '', sendId = ''] = carried.split(':');
    return { businessId, sendId };
  },
  answerTo(conduct, { body }) {
    const { to } = JSON.parse(body) as { to: string };
    switch (conduct) {
      case 'accept':
        return {
          status: 200,
          body: JSON.stringify({
            messaging_product: 'whatsapp',
            contacts: [{ input: to, wa_id: to }],
            messages: [{ id: 'wamid.1' }],
          }),
        };
      case 'refuse':
        return failure(404, 132_001, `Template does not exist, for ${to}`);
      case 'throttle':
        return { ...failure(400, 130_429, 'Rate limit hit'), headers: { 'Retry-After': '7' } };
      case 'fault':
        return failure(401, 190, 'Access token has expired');
    }
  },
};

const kind: ProviderKind<WhatsappNudge> = {
  openStandIn: () => openHttpStandIn(standInKind),
  createProvider: (baseUrl) =>
    createMetaProvider({
      baseUrl,
      apiVersion: 'v23.0',
      phoneNumberId: '1055',
      accessToken: 'secret',
      connections: CONNECTIONS,
    }),
  nudge: (ids) => ({
    ...ids,
    to: '+4915112345678',
    content: { template: 'order_shipped', parameters: ['A-17', 'Ada & Sons'], link: 's/k3v9x0q2m7tz' },
  }),
  unreachableUrl: (port) => `http://127.0.0.1:${port}`,
  retryAfterMs: 7_000,
};

describe('Meta (PROV-2)', () => itKeepsTheProviderContract(kind));

describe('a WhatsApp message for Meta', () => {
  let standIn: HttpStandIn;
  let provider: Provider<WhatsappNudge>;
  beforeEach(async () => {
    standIn = await openHttpStandIn(standInKind);
    provider = kind.createProvider(`${standIn.url}/base/`);
  });
  afterEach(async () => {
    await provider.close();
    await standIn.close();
  });
  const nudge = kind.nudge({ businessId: 'biz_1', sendId: 'snd_1' });
  const submit = (content = nudge.content) =>
    provider.submit({ ...nudge, content }, new AbortController().signal);

  it('has the shape of a template message', async () => {
    expect(await submit()).toEqual({ outcome: 'accepted', providerId: 'wamid.1' });
    const { method, path, headers, body } = standIn.requests[0]!;
    expect([method, path]).toEqual(['POST', '/base/v23.0/1055/messages']);
    expect(headers).toMatchObject({ authorization: 'Bearer secret', 'content-type': 'application/json' });
    expect(JSON.parse(body)).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '4915112345678',
      type: 'template',
      template: {
        name: 'order_shipped',
        language: { code: 'en' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'A-17' },
              { type: 'text', text: 'Ada & Sons' },
            ],
          },
          {
            type: 'button',
            sub_type: 'url',
            index: '0',
            parameters: [{ type: 'text', text: 's/k3v9x0q2m7tz' }],
          },
        ],
      },
      biz_opaque_callback_data: 'biz_1:snd_1',
    });
  });

  it('has the shape of a text if it is an automatic reply', async () => {
    await submit({ text: 'Thank you.' });
    expect(JSON.parse(standIn.requests[0]!.body)).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '4915112345678',
      type: 'text',
      text: { body: 'Thank you.', preview_url: false },
      biz_opaque_callback_data: 'biz_1:snd_1',
    });
  });

  it.each([
    ['an unreadable success', 200, 'nonsense', { outcome: 'accepted', providerId: null }],
    ['a number that is not on WhatsApp', 400, code(131_026), { outcome: 'not_on_whatsapp' }],
    ['an invalid parameter', 400, code(100), { outcome: 'refused', detail: 'HTTP 400, code 100' }],
    ['a misdirected request', 421, code(1), { outcome: 'not_reached', detail: 'HTTP 421, code 1' }],
    ['a closed service window', 400, code(131_047), { outcome: 'refused' }],
    ['a paused template', 400, code(132_015), { outcome: 'refused' }],
    ['a refusal without a code', 400, '', { outcome: 'refused' }],
    ['the rate of the app', 400, code(4), { outcome: 'throttled', retryAfterMs: null }],
    ['the rate of the account', 400, code(80_007), { outcome: 'throttled' }],
    ['the rate of the pair', 400, code(131_056), { outcome: 'throttled' }],
    ['too many requests, without a code', 429, '', { outcome: 'throttled' }],
    ['an unexplained fault', 500, code(131_000), { outcome: 'unknown' }],
    ['an unavailable service', 503, code(2), { outcome: 'unknown' }],
    ['a fault with the status of a refusal', 400, code(131_016), { outcome: 'unknown' }],
    ['a fault with an unknown code', 500, code(139_999), { outcome: 'unknown' }],
    ['a fault without a code', 500, '<html>', { outcome: 'unknown' }],
    ['a number in maintenance, with status 500', 500, code(131_057), { outcome: 'try_later' }],
    ['a missing permission, with status 500', 500, code(3), { outcome: 'try_later' }],
    ['a rate limit, with status 500', 500, code(130_429), { outcome: 'throttled' }],
    ['an expired token', 401, code(190), { outcome: 'try_later' }],
    ['a missing permission', 403, code(200), { outcome: 'try_later' }],
    ['an unpaid bill', 400, code(131_042), { outcome: 'try_later' }],
    ['an unknown path', 404, '<html>', { outcome: 'try_later' }],
    ['a gateway timeout', 504, '', { outcome: 'unknown' }],
  ])('is judged by the response: %s (PROV-4)', async (_what, status, body, submission) => {
    standIn.answer({ status, body });
    expect(await submit()).toMatchObject(submission);
  });
});

function code(number: number): string {
  return JSON.stringify({ error: { message: 'No', type: 'OAuthException', code: number, fbtrace_id: 'x' } });
}

function failure(status: number, number: number, message: string) {
  const error = { message, type: 'OAuthException', code: number, error_data: {}, fbtrace_id: 'x' };
  return { status, body: JSON.stringify({ error }) };
}
