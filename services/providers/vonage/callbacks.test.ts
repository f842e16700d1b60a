import { createHash, createHmac } from 'node:crypto';
import type { HttpRequest } from '../../shared/http/route';
import { vonageCallbacks } from './callbacks';

const ACCOUNT = { apiKey: 'abcd1234', signatureSecret: 'a-signature-secret-for-tests' };
const NOW = 1_790_000_000_000;
const MINUTE_S = 60;

const businessId = 'biz_01arz3ndektsv4rrffq69g5fav';
const sendId = 'snd_01arz3ndektsv4rrffq69g5fav';
const STATUS = JSON.stringify({
  channel: 'sms',
  message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab',
  to: '4915112345678',
  from: '4915700000000',
  timestamp: '2026-09-21T14:13:20.000Z',
  status: 'delivered',
  client_ref: `${businessId}:${sendId}`,
});

/** A token as Vonage makes it, with the given changes. */
function tokenFor(body: string, { head = {}, claims = {}, secret = ACCOUNT.signatureSecret }: Forgery = {}) {
  const payload_hash = createHash('sha256').update(body).digest('hex');
  const genuine = { iat: NOW / 1_000, jti: 'j', iss: 'Vonage', payload_hash, api_key: ACCOUNT.apiKey };
  const signed = [
    { alg: 'HS256', typ: 'JWT', ...head },
    { ...genuine, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

interface Forgery {
  readonly head?: object;
  readonly claims?: object;
  readonly secret?: string;
}

const [status, inbound] = vonageCallbacks(ACCOUNT, () => NOW);

function requestWith(body: string, authorization: string | undefined): HttpRequest {
  const headers = authorization === undefined ? {} : { authorization };
  return {
    headers,
    rawParameters: {},
    rawQuery: '',
    body: Buffer.from(body),
    remoteAddress: '',
    note: () => undefined,
  };
}

describe('a callback of Vonage (PROV-9)', () => {
  it('is accepted if its token is signed and has the digest of its body', () => {
    expect(status?.isGenuine(requestWith(STATUS, `Bearer ${tokenFor(STATUS)}`))).toBe(true);
    expect(inbound?.isGenuine(requestWith(STATUS, `Bearer ${tokenFor(STATUS)}`))).toBe(true);
  });

  const [head, payload, signature] = tokenFor(STATUS).split('.');
  it.each([
    ['no token', undefined],
    ['no scheme', tokenFor(STATUS)],
    ['another scheme', `Basic ${tokenFor(STATUS)}`],
    ['half a token', `Bearer ${head!}.${payload!}`],
    ['an empty signature', `Bearer ${head!}.${payload!}.`],
    ['half a signature', `Bearer ${head!}.${payload!}.${signature!.slice(0, 20)}`],
    ['the signature of another account', `Bearer ${tokenFor(STATUS, { secret: 'another-secret' })}`],
    ['the token of another body', `Bearer ${tokenFor(`${STATUS} `)}`],
    ['an empty digest', `Bearer ${tokenFor(STATUS, { claims: { payload_hash: '' } })}`],
    ['no digest', `Bearer ${tokenFor(STATUS, { claims: { payload_hash: undefined } })}`],
    ['another key', `Bearer ${tokenFor(STATUS, { claims: { api_key: 'abcd1235' } })}`],
    ['another issuer', `Bearer ${tokenFor(STATUS, { claims: { iss: 'Somebody' } })}`],
    ['no date', `Bearer ${tokenFor(STATUS, { claims: { iat: undefined } })}`],
    ['another algorithm', `Bearer ${tokenFor(STATUS, { head: { alg: 'HS512' } })}`],
    ['no algorithm at all', `Bearer ${tokenFor(STATUS, { head: { alg: 'none' } })}`],
    ['text instead of claims', `Bearer ${signedText()}`],
  ])('is refused with %s', (_what, authorization) => {
    expect(status?.isGenuine(requestWith(STATUS, authorization))).toBe(false);
  });

  it.each([
    [5 * MINUTE_S, true],
    [5 * MINUTE_S + 1, false],
    [-5 * MINUTE_S, true],
    [-5 * MINUTE_S - 1, false],
  ])('that is %d seconds old is accepted: %s', (seconds, isAccepted) => {
    const token = tokenFor(STATUS, { claims: { iat: NOW / 1_000 - seconds } });
    expect(status?.isGenuine(requestWith(STATUS, `Bearer ${token}`))).toBe(isAccepted);
  });

  it('is verified by its bytes, before they are parsed', () => {
    const nonsense = '\u0000 no JSON at all';
    expect(status?.isGenuine(requestWith(nonsense, `Bearer ${tokenFor(nonsense)}`))).toBe(true);
    expect(status?.read(requestWith(nonsense, undefined))).toEqual({ reports: [] });
  });

  it('may have 64 KiB, because it is one text or status', () => {
    expect([status?.maxBodyBytes, inbound?.maxBodyBytes]).toEqual([64 * 1024, 64 * 1024]);
  });
});

/** A signed token whose claims are not JSON. */
function signedText(): string {
  const signed = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.bm9uc2Vuc2U`;
  const signature = createHmac('sha256', ACCOUNT.signatureSecret).update(signed).digest('base64url');
  return `${signed}.${signature}`;
}
