import { clock, NOW, request } from './given-console';
import { operatorsOnly } from './operator';
import { createSessions, endedSession, isFromThePage } from './session';
import type { Method } from '../shared/http/route';

const TOKEN = 'a-token-of-the-operator';
const HERE = { host: 'localhost:8082' };
const HOUR_MS = 3_600_000;
const sessions = createSessions(TOKEN, clock);
const good = sentBack(sessions.begin(HERE));

describe('a session', () => {
  it('is open for twelve hours by the clock of the service', () => {
    const after = (ms: number) => createSessions(TOKEN, { now: () => NOW + ms }).isOpen({ cookie: good });
    expect([after(0), after(12 * HOUR_MS - 1), after(12 * HOUR_MS)]).toEqual([true, true, false]);
  });

  it('ends when the operator gets another token', () => {
    expect(createSessions(`${TOKEN}-2`, clock).isOpen({ cookie: good })).toBe(false);
  });

  it('is found among other cookies', () => {
    expect(sessions.isOpen({ cookie: `theme=dark; nudgeline_operator=old; ${good}; other=1` })).toBe(true);
  });

  const [value = '', signature = ''] = good.replace('nudgeline_operator=', '').split('.');
  it.each([
    '',
    'nudgeline_operator=',
    'nudgeline_operator=.',
    `nudgeline_operator=${value}`,
    `nudgeline_operator=${value}.`,
    `nudgeline_operator=${Number(value) + 1}.${signature}`,
    `nudgeline_operator=0${value}.${signature}`,
    `nudgeline_operator=${value}.${signature.slice(0, -1)}`,
    `x_nudgeline_operator=${value}.${signature}`,
  ])('is not opened by %j', (cookie) => {
    expect(sessions.isOpen({ cookie })).toBe(false);
  });
});

describe('its cookie', () => {
  it('is for no script and no other site', () => {
    expect(sessions.begin(HERE)).toMatch(/; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(endedSession(HERE)).toBe('nudgeline_operator=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict');
  });

  it.each([
    [{ host: 'console.example' }, true],
    [{ host: 'localhost.example:8082' }, true],
    [{ host: 'localhost:8082', 'x-forwarded-proto': 'https' }, true],
    [{}, true],
    [{ host: '127.0.0.1:8082' }, false],
    [{ host: '[::1]' }, false],
  ])('travels by HTTPS alone, except on this machine: %j', (headers, secure) => {
    expect(sessions.begin(headers).endsWith('; Secure')).toBe(secure);
  });
});

describe('a request of the page', () => {
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
  ])('is told by its head: %j', (headers, own) => {
    expect(isFromThePage({ ...HERE, ...headers })).toBe(own);
  });
});

describe('the operator API', () => {
  const own = { ...HERE, cookie: good, 'sec-fetch-site': 'same-origin' };
  const foreign = { ...HERE, cookie: good, 'sec-fetch-site': 'cross-site' };
  const bearer = { authorization: `Bearer ${TOKEN}` };

  it.each<[Method, Record<string, string>, number]>([
    ['GET', own, 204],
    ['POST', own, 204],
    ['GET', foreign, 204],
    ['POST', foreign, 403],
    ['PUT', foreign, 403],
    ['PATCH', { cookie: good }, 403],
    ['POST', { ...foreign, ...bearer }, 204],
    ['POST', bearer, 204],
    ['GET', { ...own, authorization: 'Bearer wrong' }, 401],
    ['GET', { ...own, authorization: 'Basic eDp5' }, 401],
    ['GET', { ...own, cookie: 'nudgeline_operator=1.x' }, 401],
  ])('answers %s with %j by %i', async (method, headers, status) => {
    const handle = async () => ({ status: 204, body: '', headers: {} });
    const route = operatorsOnly(TOKEN, sessions)({ method, path: '/', handle });
    const reply = await route.handle(request({ headers }));
    expect(reply.status).toBe(status);
    if (status === 403) expect(reply.body).toBe('{"error_code":"operator.foreign_request"}');
  });
});

/** What a browser sends of it from then on. */
function sentBack(setCookie: string): string {
  return setCookie.split(';')[0]!;
}
