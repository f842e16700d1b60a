import type { HttpReply } from '../../shared/http/reply';
import type { Method } from '../../shared/http/route';
import { checkOf, clock, request, storeInMemory } from '../console.fixture';
import { createSessions } from '../session';
import { consolePageRoutes } from './routes';

const TOKEN = 'a-token-of-the-operator';
const HERE = { host: 'localhost:8082' };
const sessions = createSessions(TOKEN, clock, storeInMemory());
const routes = consolePageRoutes(checkOf(TOKEN), sessions);

describe('the page', () => {
  it('asks for the token', async () => {
    const reply = await asked('GET', '/');
    expect([reply.status, reply.headers['X-Frame-Options']]).toEqual([200, 'DENY']);
    expect(reply.body).toContain('Operator token');
    expect(reply.body).not.toContain('main.js');
  });

  it('is open to a person who gave it', async () => {
    const { status, headers } = await asked('POST', '/session', {}, `token=${TOKEN}%0A`);
    expect([status, headers['Location']]).toEqual([303, '/']);
    const cookie = headers['Set-Cookie']!.split(';')[0]!;
    const { body } = await asked('GET', '/', { cookie });
    expect(body).toContain('/page/main.js');
    expect(body).not.toContain('Operator token');
  });

  it.each(['', 'token=', 'token=wrong', `user=${TOKEN}`, `token=${TOKEN}x`])(
    'says that %j is not the token',
    async (form) => {
      const { status, body, headers } = await asked('POST', '/session', {}, form);
      expect([status, headers['Set-Cookie']]).toEqual([401, undefined]);
      expect(body).toContain('This is not the operator token');
    },
  );

  it('can be signed out of by itself, but not by another site (OPER-4)', async () => {
    const { headers } = await asked('POST', '/session', {}, `token=${TOKEN}`);
    const cookie = headers['Set-Cookie']!.split(';')[0]!;
    const isOpen = () => sessions.isOpen({ cookie });
    const foreign = await asked('POST', '/session/end', { cookie, 'sec-fetch-site': 'cross-site' });
    expect([foreign.status, foreign.headers['Set-Cookie'], await isOpen()]).toEqual([403, undefined, true]);
    const own = await asked('POST', '/session/end', { cookie, 'sec-fetch-site': 'same-origin' });
    expect(own).toMatchObject({ status: 303, headers: { Location: '/' } });
    expect(own.headers['Set-Cookie']).toMatch(/^nudgeline_operator=; Path=\/; Max-Age=0;/);
    expect(await isOpen()).toBe(false);
  });

  it.each([
    [1, '1 second'],
    [3, '3 seconds'],
  ])('says after too many tries to wait %i s', async (retryAfterSeconds, words) => {
    const throttled = consolePageRoutes(async () => ({ outcome: 'throttled', retryAfterSeconds }), sessions);
    const route = throttled.find(({ method, path }) => method === 'POST' && path === '/session')!;
    const { status, headers, body } = await route.handle(request({}));
    expect([status, headers['Retry-After'], headers['Set-Cookie']]).toEqual([
      429,
      String(retryAfterSeconds),
      undefined,
    ]);
    expect(body).toContain(`Try again in ${words}.`);
  });
});

async function asked(
  method: Method,
  path: string,
  headers: Record<string, string> = {},
  form = '',
): Promise<HttpReply> {
  const route = routes.find((candidate) => candidate.method === method && candidate.path === path)!;
  return route.handle({ ...request({ headers: { ...HERE, ...headers } }), body: Buffer.from(form) });
}
