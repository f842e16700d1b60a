import { request } from '../fixtures/merchant';
import { openDatabase, product, startBeside } from '../fixtures/product';
import type { ServiceProcess } from '../fixtures/service-process';
import { OPERATOR_TOKEN } from '../fixtures/world';

let beside: ServiceProcess;
let urls: string[];
beforeAll(async () => {
  beside = startBeside({}, 'console');
  urls = [product().consoleUrl, await beside.ready()];
});
afterAll(() => beside.stop());

test('a cookie opens every instance until its owner signs out, and none after that (OPER-3)', async () => {
  const [stolen, other] = [await signIn(), await signIn()];
  expect(await statuses(stolen)).toEqual([200, 200]);
  const ended = await signOut(stolen);
  expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
    303,
    expect.stringMatching(/^nudgeline_operator=; .*Max-Age=0/),
  ]);
  expect(await statuses(stolen)).toEqual([401, 401]);
  for (const url of urls) {
    const { text } = await request(url, { headers: { cookie: stolen } });
    expect(text).toContain('Operator token');
  }
  expect(await statuses(other)).toEqual([200, 200]);
});

test('a sign-out ends every session whose cookie the browser sends', async () => {
  const [first, second] = [await signIn(), await signIn()];
  expect((await signOut(`${first}; ${second}`)).status).toBe(303);
  expect([await statuses(first), await statuses(second)]).toEqual([
    [401, 401],
    [401, 401],
  ]);
});

test('sessions are stored only as hashes, and an expired one is deleted at the next sign-in', async () => {
  const database = openDatabase();
  try {
    const expired = Buffer.from('of a session long ago');
    const insert = { name: 'test-session', text: 'INSERT INTO operator_sessions VALUES ($1, $2)' };
    await database.query(insert, [expired, new Date(0)]);
    const id = (await signIn()).replace('nudgeline_operator=', '');
    const read = { name: 'test-sessions', text: 'SELECT hash FROM operator_sessions' };
    const hashes = (await database.query<{ hash: Buffer }>(read, [])).map(({ hash }) => hash);
    expect(hashes).not.toContainEqual(expired);
    expect(hashes.length).toBeGreaterThan(0);
    for (const text of [id, Buffer.from(id, 'base64url')]) {
      expect(hashes.some((hash) => hash.includes(text))).toBe(false);
    }
  } finally {
    await database.close();
  }
});

async function signIn(): Promise<string> {
  const init = { method: 'POST', redirect: 'manual', body: `token=${OPERATOR_TOKEN}` } as const;
  const { status, headers } = await request(`${urls[0]!}/session`, init);
  expect(status).toBe(303);
  return headers.get('set-cookie')!.split(';')[0]!;
}

function signOut(cookie: string) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  return request(`${urls[0]!}/session/end`, { method: 'POST', redirect: 'manual', headers });
}

async function statuses(cookie: string): Promise<number[]> {
  const asked = urls.map((url) => request(`${url}/admin/v1/businesses`, { headers: { cookie } }));
  return (await Promise.all(asked)).map(({ status }) => status);
}
