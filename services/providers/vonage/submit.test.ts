import type { Provider, SmsNudge } from '../../../streams/sender/provider';
import { openHttpStandIn, type HttpStandIn, type HttpStandInKind } from '../http-provider.fixture';
import { CONNECTIONS, itKeepsTheProviderContract, type ProviderKind } from '../provider-contract.fixture';
import { createVonageProvider } from './submit';

const standInKind: HttpStandInKind = {
  idsIn({ body }) {
    const [businessId = '', sendId = ''] = (JSON.parse(body) as { client_ref: string }).client_ref.split(':');
    return { businessId, sendId };
  },
  answerTo(conduct, { body }) {
    const { to } = JSON.parse(body) as { to: string };
    switch (conduct) {
      case 'accept':
        return {
          status: 202,
          body: JSON.stringify({ message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab' }),
        };
      case 'refuse':
        return problem(422, 'messages#1050', `The number ${to} is barred`);
      case 'throttle':
        return { ...problem(429, 'messages#1000', 'Too many requests'), headers: { 'Retry-After': '7' } };
      case 'fault':
        return problem(402, 'messages#1070', 'The account has no credit');
    }
  },
};

const kind: ProviderKind<SmsNudge> = {
  openStandIn: () => openHttpStandIn(standInKind),
  createProvider: (baseUrl) =>
    createVonageProvider({
      baseUrl,
      apiKey: 'abcd1234',
      apiSecret: 'secret',
      callbacksUrl: 'https://callbacks.example/',
      connections: CONNECTIONS,
    }),
  nudge: (ids) => ({ ...ids, to: '+4915112345678', from: '+4915700000000', text: 'Grüße & mehr' }),
  unreachableUrl: (port) => `http://127.0.0.1:${port}`,
  retryAfterMs: 7_000,
};

describe('Vonage (PROV-2)', () => itKeepsTheProviderContract(kind));

describe('a text for Vonage', () => {
  let standIn: HttpStandIn;
  let provider: Provider<SmsNudge>;
  beforeEach(async () => {
    standIn = await openHttpStandIn(standInKind);
    provider = kind.createProvider(standIn.url);
  });
  afterEach(async () => {
    await provider.close();
    await standIn.close();
  });
  const nudge = kind.nudge({
    businessId: 'biz_01arz3ndektsv4rrffq69g5fav',
    sendId: 'snd_01arz3ndektsv4rrffq69g5fav',
  });
  const submit = () => provider.submit(nudge, new AbortController().signal);

  it('has the shape of the Messages API, without a plus before its numbers', async () => {
    await submit();
    const { method, path, headers, body } = standIn.requests[0]!;
    expect([method, path]).toEqual(['POST', '/v1/messages']);
    expect(headers).toMatchObject({
      authorization: `Basic ${Buffer.from('abcd1234:secret').toString('base64')}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    });
    const sent = JSON.parse(body) as { client_ref: string };
    expect(sent).toEqual({
      message_type: 'text',
      channel: 'sms',
      to: '4915112345678',
      from: '4915700000000',
      text: 'Grüße & mehr',
      client_ref: 'biz_01arz3ndektsv4rrffq69g5fav:snd_01arz3ndektsv4rrffq69g5fav',
      webhook_url: 'https://callbacks.example/sms/vonage/status',
      webhook_version: 'v1',
    });
    expect(sent.client_ref.length).toBeLessThanOrEqual(100);
  });

  it.each([
    ['an unreadable success', 202, 'nonsense', { outcome: 'accepted', providerId: null }],
    ['an invalid parameter', 422, type('messages#1020'), { outcome: 'refused' }],
    ['a refusal without a code', 400, '', { outcome: 'refused', detail: 'HTTP 400' }],
    ['too many requests, without a code', 429, '', { outcome: 'throttled', retryAfterMs: null }],
    ['a wrong secret', 401, type('unauthorized'), { outcome: 'try_later', detail: 'HTTP 401' }],
    ['an account without credit', 402, type('messages#1070'), { outcome: 'try_later' }],
    ['an account without permission', 403, type('messages#1060'), { outcome: 'try_later' }],
    ['an unknown path', 404, '', { outcome: 'try_later' }],
    ['a fault', 500, type('messages#1030'), { outcome: 'unknown', detail: 'HTTP 500, code 1030' }],
    ['a fault with the code of a refusal', 500, type('messages#1050'), { outcome: 'unknown' }],
    ['a fault with the code of a rate limit', 503, type('messages#1000'), { outcome: 'unknown' }],
    ['a gateway timeout', 504, '<html>', { outcome: 'unknown', detail: 'HTTP 504' }],
    ['a request timeout', 408, '', { outcome: 'unknown' }],
    ['a misdirected request', 421, '', { outcome: 'not_reached' }],
  ])('is judged by the response: %s (PROV-3)', async (_what, status, body, submission) => {
    standIn.answer({ status, body });
    expect(await submit()).toMatchObject(submission);
  });
});

function type(anchor: string): string {
  return JSON.stringify({ type: `https://developer.vonage.com/api-errors/${anchor}`, title: 'No' });
}

function problem(status: number, anchor: string, detail: string) {
  const document = { ...(JSON.parse(type(anchor)) as object), detail, instance: 'bf0ca0bf927b3b52' };
  return { status, body: JSON.stringify(document) };
}
