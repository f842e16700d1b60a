import { readFileSync, statSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { openSimulator, type Simulator } from '../fixtures/simulator';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await openSimulator();
});
afterAll(() => simulator.close());

test('a sink keeps the requests it gets, raw and oldest first', async () => {
  const { id, url } = await openSink();
  const bodies = ['{"b":1,  "a":"ä"}', 'second', ''];
  for (const body of bodies) {
    expect(await post(url, body, { 'X-Signature': 't=1,v1=abc' })).toMatchObject({ status: 200, body: '' });
  }
  const items = await simulator.items(`/sim/sinks/${id}/requests`);
  expect(items.map(({ body }) => body)).toEqual(bodies);
  expect(items[0]).toEqual({
    at: expect.stringMatching(/Z$/),
    headers: expect.objectContaining({ 'x-signature': 't=1,v1=abc', 'content-type': 'application/json' }),
    body: bodies[0],
  });
});

test('a sink answers as it is set to, and can be set again', async () => {
  const { id, url } = await openSink({ status: 503, headers: { 'Retry-After': '7' } });
  expect(await post(url, '1')).toMatchObject({ status: 503, headers: { 'retry-after': '7' } });
  const changed = await simulator.ask('PATCH', `/sim/sinks/${id}`, { status: 302 });
  expect(changed.body).toEqual({ id, url, status: 302, delay_ms: 0, headers: { 'Retry-After': '7' } });
  expect(await post(url, '2')).toMatchObject({ status: 302 });

  await simulator.ask('PATCH', `/sim/sinks/${id}`, { status: 204, delay_ms: 250, headers: {} });
  const startedAt = performance.now();
  const slow = await post(url, '3');
  expect(slow.status).toBe(204);
  expect(slow.headers).not.toHaveProperty('retry-after');
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(249);
  expect(await simulator.items(`/sim/sinks/${id}/requests`)).toHaveLength(3);
});

test('sinks do not see each other, and an unknown one is a 404', async () => {
  const [one, other] = [await openSink(), await openSink()];
  await post(one.url, 'for one');
  expect(await simulator.items(`/sim/sinks/${other.id}/requests`)).toEqual([]);
  expect(await post(one.url.replace(one.id, 'sink_none'), '')).toMatchObject({ status: 404 });
  for (const [method, path] of [
    ['GET', '/sim/sinks/sink_none/requests'],
    ['PATCH', '/sim/sinks/sink_none'],
  ]) {
    const { status, body } = await simulator.ask(method!, path!, method === 'PATCH' ? {} : undefined);
    expect([status, body]).toEqual([404, { error_code: 'sink.not_found' }]);
  }
});

test('a client that does not know the certificate does not trust it', async () => {
  const { url } = await openSink();
  await expect(post(url, '', {}, '')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(statSync(`${simulator.caFile}.key`).mode & 0o077).toBe(0);
});

test.each([
  [{ status: 99 }, 'greater_than_equal'],
  [{ status: '200' }, 'int_type'],
  [{ delay_ms: -1 }, 'greater_than_equal'],
  [{ headers: ['a'] }, 'dict_type'],
  [{ headers: { 'a b': 'c' } }, 'value_error'],
  [{ headers: { a: 'line\nbreak' } }, 'value_error'],
])('%j is not a valid answer of a sink', async (requested, type) => {
  const { status, body } = await simulator.ask('POST', '/sim/sinks', requested);
  expect([status, body['detail']]).toEqual([422, [expect.objectContaining({ type })]]);
});

async function openSink(answer: object = {}): Promise<{ id: string; url: string }> {
  const { status, body } = await simulator.ask('POST', '/sim/sinks', answer);
  expect(status).toBe(201);
  expect(body['url']).toMatch(/^https:/);
  return body as unknown as { id: string; url: string };
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Trusts only the certificate of the simulator, as the service should. */
function post(
  url: string,
  body: string,
  headers: Record<string, string> = {},
  ca = readFileSync(simulator.caFile, 'utf8'),
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', ca, headers: { 'content-type': 'application/json', ...headers } };
    const request = httpsRequest(url, { ...options, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
