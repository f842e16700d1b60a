import { createHmac } from 'node:crypto';
import { checkOf, clock, NOW, request, storeInMemory } from './console.fixture';
import { operatorsOnly } from './operator';
import { createSessions, isFromThePage } from './session';
import type { Method } from '../shared/http/route';

const TOKEN = 'a-token-of-the-operator';
const HERE = { host: 'localhost:8082' };
const HOUR_MS = 3_600_000;
const store = storeInMemory();
const sessions = createSessions(TOKEN, clock, store);
const otherInstance = createSessions(TOKEN, clock, store);
let good: string;
beforeEach(async () => {
  good = sentBack(await sessions.begin(HERE));
});

describe('a session (OPER-3)', () => {
  it('is open for twelve hours by the clock of the service', async () => {
    const after = (ms: number) =>
      createSessions(TOKEN, { now: () => NOW + ms }, store).isOpen({ cookie: good });
    expect([await after(0), await after(12 * HOUR_MS - 1), await after(12 * HOUR_MS)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('ends when the operator gets another token', async () => {
    expect(await createSessions(`${TOKEN}-2`, clock, store).isOpen({ cookie: good })).toBe(false);
  });

  it('ends for every copy of its cookie, and no other session ends', async () => {
    const other = sentBack(await otherInstance.begin(HERE));
    expect(await otherInstance.isOpen({ cookie: good })).toBe(true);
    await sessions.end({ cookie: good });
    expect(
      await Promise.all([sessions, otherInstance].map(({ isOpen }) => isOpen({ cookie: good }))),
    ).toEqual([false, false]);
    expect(await sessions.isOpen({ cookie: other })).toBe(true);
  });

  it('has a cookie that reveals nothing about the token, so nobody can try tokens by forging cookies', async () => {
    expect(await sessions.begin(HERE)).not.toBe(await sessions.begin(HERE));
    const key = createHmac('sha256', TOKEN).update('session of the console').digest();
    const expiry = String(NOW + HOUR_MS);
    const made = createHmac('sha256', key).update(expiry).digest('base64url');
    for (const cookie of [`${expiry}.${made}`, made]) {
      expect(await sessions.isOpen({ cookie: `nudgeline_operator=${cookie}` })).toBe(false);
    }
  });

  it('is found among other cookies', async () => {
    const cookie = `theme=dark; nudgeline_operator=old; ${good}; other=1`;
    expect(await sessions.isOpen({ cookie })).toBe(true);
  });

  it.each([
    () => '',
    () => 'nudgeline_operator=',
    () => `${good}x`,
    () => good.slice(0, -1),
    () => `x_${good}`,
    () => `nudgeline_operator=${'A'.repeat(43)}`,
  ])('is not opened by %s', async (made) => {
    expect(await sessions.isOpen({ cookie: made() })).toBe(false);
  });
});

describe('its cookie (OPER-4)', () => {
  it('is sent to no script and no other site', async () => {
    expect(await sessions.begin(HERE)).toMatch(/; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(await sessions.end(HERE)).toBe(
      'nudgeline_operator=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    );
  });

  it.each([
    [{ host: 'console.example' }, true],
    [{ host: 'localhost.example:8082' }, true],
    [{ host: 'localhost:8082', 'x-forwarded-proto': 'https' }, true],
    [{}, true],
    [{ host: '127.0.0.1:8082' }, false],
    [{ host: '[::1]' }, false],
  ])('is sent only over HTTPS, except on this machine: %j', async (headers, secure) => {
    expect((await sessions.begin(headers)).endsWith('; Secure')).toBe(secure);
  });
});

describe('a request of the page (OPER-4)', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:8082' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: 'http://localhost:8082' }, true],
    [{ origin: 'http://localhost:8084' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'null' }, false],
    [{}, false],
  ])('is recognised by its headers: %j', (headers, own) => {
    expect(isFromThePage({ ...HERE, ...headers })).toBe(own);
  });
});

describe('the operator API (OPER-1, OPER-4)', () => {
  const GOOD = 'the good one';
  const own = { ...HERE, cookie: GOOD, 'sec-fetch-site': 'same-origin' };
  const foreign = { ...HERE, cookie: GOOD, 'sec-fetch-site': 'cross-site' };
  const bearer = { authorization: `Bearer ${TOKEN}` };

  it.each<[Method, Record<string, string>, number]>([
    ['GET', own, 204],
    ['POST', own, 204],
    ['GET', foreign, 204],
    ['POST', foreign, 403],
    ['PUT', foreign, 403],
    ['PATCH', { cookie: GOOD }, 403],
    ['POST', { ...foreign, ...bearer }, 204],
    ['POST', bearer, 204],
    ['GET', { ...own, authorization: 'Bearer wrong' }, 401],
    ['GET', { ...own, authorization: 'Basic eDp5' }, 401],
    ['GET', { ...own, cookie: 'nudgeline_operator=1.x' }, 401],
  ])('answers %s with %j by %i', async (method, headers, status) => {
    const handle = async () => ({ status: 204, body: '', headers: {} });
    const route = operatorsOnly(checkOf(TOKEN), sessions)({ method, path: '/', handle });
    const cookie = headers['cookie']?.replace(GOOD, good);
    const reply = await route.handle(request({ headers: cookie ? { ...headers, cookie } : headers }));
    expect(reply.status).toBe(status);
    if (status === 403) expect(reply.body).toBe('{"error_code":"operator.foreign_request"}');
  });
});

/** The part of a `Set-Cookie` that a browser sends back. */
function sentBack(setCookie: string): string {
  return setCookie.split(';')[0]!;
}
