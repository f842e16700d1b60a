import type { Provider, SmsNudge } from '../../../streams/sender/provider';
import { openHttpStandIn, type HttpStandIn, type HttpStandInKind } from '../http-provider.fixture';
import { CONNECTIONS, itKeepsTheProviderContract, type ProviderKind } from '../provider-contract.fixture';
import { createTwilioProvider } from './submit';

const standInKind: HttpStandInKind = {
  idsIn({ body }) {
    const callback = new URL(new URLSearchParams(body).get('StatusCallback') ?? '');
    return {
      businessId: callback.searchParams.get('business_id') ?? '',
      sendId: callback.searchParams.get('send_id') ?? '',
    };
  },
  answerTo(conduct, { body }) {
    const to = new URLSearchParams(body).get('To') ?? '';
    switch (conduct) {
      case 'accept':
        return { status: 201, body: JSON.stringify({ sid: 'SM1', status: 'queued', to, error_code: null }) };
      case 'refuse':
        return failure(400, 21_211, `The 'To' number ${to} is not valid`);
      case 'throttle':
        return { ...failure(429, 20_429, 'Too many requests'), headers: { 'Retry-After': '7' } };
      case 'fault':
        return failure(403, 20_005, 'Account is not active');
    }
  },
};

const kind: ProviderKind<SmsNudge> = {
  openStandIn: () => openHttpStandIn(standInKind),
  createProvider: (baseUrl) =>
    createTwilioProvider({
      baseUrl,
      accountSid: 'AC1',
      authToken: 'secret',
      callbacksUrl: 'https://callbacks.example/',
      connections: CONNECTIONS,
    }),
  nudge: (ids) => ({ ...ids, to: '+4915112345678', from: '+4915700000000', text: 'Grüße & mehr' }),
  unreachableUrl: (port) => `http://127.0.0.1:${port}`,
  retryAfterMs: 7_000,
};

describe('Twilio (PROV-2)', () => itKeepsTheProviderContract(kind));

describe('a text for Twilio', () => {
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

  it('has the shape of its Messages resource', async () => {
    await submit();
    const { method, path, headers, body } = standIn.requests[0]!;
    expect([method, path]).toEqual(['POST', '/2010-04-01/Accounts/AC1/Messages.json']);
    expect(headers).toMatchObject({
      authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    });
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      To: '+4915112345678',
      From: '+4915700000000',
      Body: 'Grüße & mehr',
      StatusCallback:
        'https://callbacks.example/sms/status?business_id=biz_01arz3ndektsv4rrffq69g5fav&send_id=snd_01arz3ndektsv4rrffq69g5fav',
    });
  });

  it.each([
    ['an unreadable success', 201, 'nonsense', { outcome: 'accepted', providerId: null }],
    ['a recipient who said STOP', 400, code(21_610), { outcome: 'refused' }],
    ['a region that is not enabled', 403, code(21_408), { outcome: 'refused' }],
    ['a refusal without a code', 400, '', { outcome: 'refused' }],
    ['a full queue of the sender', 400, code(21_611), { outcome: 'throttled', retryAfterMs: null }],
    ['too many requests, without a code', 429, '', { outcome: 'throttled', retryAfterMs: null }],
    ['a wrong token', 401, code(20_003), { outcome: 'try_later' }],
    ['a suspended account', 403, code(20_005), { outcome: 'try_later' }],
    ['an unknown account', 404, code(20_404), { outcome: 'try_later' }],
    ['a fault', 500, code(20_500), { outcome: 'unknown', detail: 'HTTP 500, code 20500' }],
    ['a fault without a code', 500, '<html>', { outcome: 'unknown' }],
    ['an unavailable service', 503, code(20_503), { outcome: 'unknown' }],
    ['a fault with the code of a refusal', 500, code(21_211), { outcome: 'unknown' }],
    ['a fault with the code of a rate limit', 503, code(20_429), { outcome: 'unknown' }],
    ['a request timeout', 408, '', { outcome: 'unknown' }],
    ['a reference to another resource', 303, '', { outcome: 'unknown' }],
    ['a redirect', 302, '', { outcome: 'try_later' }],
    ['a gateway timeout', 504, '<html>', { outcome: 'unknown', detail: 'HTTP 504' }],
    ['a bad gateway', 502, '', { outcome: 'unknown' }],
    ['a 502 of Twilio itself', 502, code(20_502), { outcome: 'unknown', detail: 'HTTP 502, code 20502' }],
  ])('is judged by the response: %s (PROV-3, PROV-4)', async (_what, status, body, submission) => {
    standIn.answer({ status, body });
    expect(await submit()).toMatchObject(submission);
  });

  it('is accepted if the status says so, even if the response breaks off', async () => {
    const headers = { 'Content-Length': '1000', Connection: 'close' };
    standIn.answer({ status: 201, body: '{"sid":"SM1"', headers });
    expect(await submit()).toEqual({ outcome: 'accepted', providerId: null });
  });

  it.each([
    ['7', 7_000],
    ['0', 0],
    ['Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
    ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
    ['soon', null],
    ['-1', null],
  ])('waits as long as Retry-After asks: %s (PROV-3)', async (wait, retryAfterMs) => {
    const headers = { 'Retry-After': wait, Date: 'Wed, 21 Oct 2026 07:28:00 GMT' };
    standIn.answer({ status: 429, body: code(20_429), headers });
    expect(await submit()).toMatchObject({ outcome: 'throttled', retryAfterMs });
  });
});

function code(number: number): string {
  return JSON.stringify({
    code: number,
    message: 'No',
    more_info: 'https://www.twilio.com/docs',
    status: 400,
  });
}

function failure(status: number, number: number, message: string) {
  return { status, body: JSON.stringify({ code: number, message, status }) };
}
