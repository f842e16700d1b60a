import { askFrom, type Answer } from '../fixtures/from-address';
import { product, startBeside } from '../fixtures/product';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { OPERATOR_TOKEN } from '../fixtures/world';

/** A Redis database of this file's own, so that no other test is throttled. */
const REDIS_URL = `${product().env['REDIS_URL']!.replace(/\/\d*$/, '')}/9`;

let consoles: ServiceProcess[];
let urls: string[];
beforeAll(async () => {
  consoles = [1, 2].map(() => startBeside({ REDIS_URL }, 'console'));
  urls = await Promise.all(consoles.map((started) => started.ready()));
});
afterAll(() => Promise.all(consoles.map((started) => started.stop())));

test('an address is throttled on all instances, in form and API alike, and is soon let in again (OPER-2)', async () => {
  const startedAt = performance.now();
  const guesses: Answer[] = [];
  const refused = await until('the right token is throttled', async () => {
    guesses.push(...(await volley(20, (n) => show(urls[n % 2]!, '127.0.7.1', 'wrong'))));
    guesses.push(...(await volley(20, (n) => signIn(urls[n % 2]!, '127.0.7.1', 'wrong'))));
    const answers = [await show(urls[0]!, '127.0.7.1'), await signIn(urls[1]!, '127.0.7.1')];
    return answers.every(({ status }) => status === 429) && answers;
  });
  const lookedAt = guesses.filter(({ status }) => status === 401).length;
  const refilled = Math.ceil((performance.now() - startedAt) / 3_000);
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect(lookedAt).toBeGreaterThanOrEqual(20);
  expect(lookedAt).toBeLessThanOrEqual(20 + refilled);

  const [api, page] = refused;
  expect(api!.text).toBe('{"error_code":"request.rate_limited"}');
  expect(page!.text).toMatch(/Too many wrong tokens were tried.* Try again in [123] seconds?\./s);
  for (const { headers } of refused) expect(headers['retry-after']).toMatch(/^[123]$/);
  expect(page!.headers['set-cookie']).toBeUndefined();

  expect((await show(urls[0]!, '127.0.7.2')).status).toBe(200);
  expect((await signIn(urls[1]!, '127.0.7.2')).status).toBe(303);
  await until('the address gets in again', async () => (await show(urls[0]!, '127.0.7.1')).status === 200);
  expect((await signIn(urls[1]!, '127.0.7.1')).status).toBe(303);

  expect(await counted('wrong_token')).toBe(lookedAt);
  expect(await counted('throttled')).toBeGreaterThanOrEqual(guesses.length - lookedAt + 2);
  const logged = consoles.flatMap(({ log }) => log).filter(({ message }) => message === WARNING);
  expect(logged).toHaveLength(lookedAt);
  expect(logged[0]).toMatchObject({ level: 'warn', caller: '127.0.7.1' });
});

test('many addresses are throttled together, but not the address that the right token came from (OPER-2)', async () => {
  const operator = '127.0.6.1';
  expect((await show(urls[0]!, operator)).status).toBe(200);
  const startedAt = performance.now();
  const guesses: Answer[] = [];
  let round = 0;
  await until('a stranger with the right token is throttled', async () => {
    round += 1;
    const from = `127.0.${10 + round}`;
    guesses.push(...(await volley(150, (n) => show(urls[n % 2]!, `${from}.${n + 1}`, 'wrong'))));
    return (await show(urls[0]!, `${from}.200`)).status === 429;
  });
  const lookedAt = guesses.filter(({ status }) => status === 401).length;
  expect(lookedAt).toBeLessThanOrEqual(100 + Math.ceil((performance.now() - startedAt) / 1_000));
  expect((await show(urls[1]!, operator)).status).toBe(200);
});

test('each instance throttles on its own while Redis is down (OPER-2)', async () => {
  const alone = startBeside({ REDIS_URL: 'redis://127.0.0.1:1' }, 'console');
  try {
    const url = await alone.ready();
    await until('the right token is throttled', async () => {
      await volley(40, () => show(url, '127.0.7.1', 'wrong'));
      return (await show(url, '127.0.7.1')).status === 429;
    });
    expect((await show(url, '127.0.7.2')).status).toBe(200);
  } finally {
    await alone.stop();
  }
});

const WARNING = 'a wrong operator token was shown';

function volley(count: number, shoot: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => shoot(index)));
}

function show(url: string, from: string, token = OPERATOR_TOKEN): Promise<Answer> {
  return askFrom(from, `${url}/admin/v1/whatsapp-templates`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

function signIn(url: string, from: string, token = OPERATOR_TOKEN): Promise<Answer> {
  return askFrom(from, `${url}/session`, { method: 'POST', body: `token=${token}` });
}

/** What the metrics of both instances count, at the page and the API. */
async function counted(outcome: string): Promise<number> {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  const line = new RegExp(`^console_sign_ins_total\\{at="\\w+",outcome="${outcome}"\\} (\\d+)$`, 'gm');
  return texts.flatMap((text) => [...text.matchAll(line)]).reduce((sum, [, count]) => sum + Number(count), 0);
}
