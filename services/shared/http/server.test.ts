import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Registry } from 'prom-client';
import { NoAnswer } from '../../../streams/runtime/ask';
import { jsonReply } from './reply';
import type { Handler, Route } from './route';
import { openHttpServer, type HttpServer, type HttpServerOptions } from './server';
import { createLogger } from '../logger';

const MiB = 1024 * 1024;
const open: HttpServer[] = [];
let lines: Record<string, unknown>[] = [];
const logger = createLogger('ingress', 'info', {
  write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
});

beforeEach(() => (lines = []));
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.drain()));
});

describe('every service', () => {
  it('answers 404 for an unknown path and 405 for a wrong method', async () => {
    const { ask } = await serve([post(async () => jsonReply(200, {})), { ...post(echo), method: 'GET' }]);
    expect(await ask('GET', '/unknown')).toMatchObject({
      status: 404,
      body: { error_code: 'route.not_found' },
    });
    expect(await ask('GET', '/THINGS/1')).toMatchObject({ status: 404 });
    expect(await ask('GET', '/things/1/')).toMatchObject({ status: 404 });
    const wrong = await ask('DELETE', '/things/1');
    expect(wrong).toMatchObject({ status: 405, body: { error_code: 'route.method_not_allowed' } });
    expect(wrong.headers.allow).toBe('POST, GET, HEAD');
  });

  it('names every response, by the id the caller gave if it is sane', async () => {
    const { ask } = await serve([post(echo)]);
    const given = await ask('POST', '/things/1', { headers: { 'X-Request-Id': 'order-1:a' } });
    expect(given.headers['x-request-id']).toBe('order-1:a');
    const strange = await ask('GET', '/unknown', { headers: { 'X-Request-Id': 'ada@example.com' } });
    expect(strange.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(strange.headers).not.toHaveProperty('x-powered-by');
    expect(strange.headers).not.toHaveProperty('etag');
    expect(strange.headers).toHaveProperty('x-content-type-options', 'nosniff');
  });

  it('hands parameters over as they were sent', async () => {
    const { ask } = await serve([
      post(async ({ rawParameters, rawQuery }) => jsonReply(200, { rawParameters, rawQuery })),
    ]);
    const { body } = await ask('POST', '/things/a%2Fb%00%zz?x=%41');
    expect(body).toEqual({ rawParameters: { id: 'a%2Fb%00%zz' }, rawQuery: 'x=%41' });
  });

  it('writes one line and one observation per request, by the pattern and not by the path', async () => {
    const { ask } = await serve([
      post(async (request) => {
        request.note({ business_id: 'biz_1' });
        request.note({ correlation_id: 'cmd_1' });
        return jsonReply(201, {});
      }),
    ]);
    await ask('POST', '/things/ada@example.com', { headers: { 'X-Request-Id': 'r1' } });
    const metrics = await ask('GET', '/metrics');
    const line = lines.filter(({ message }) => message === 'request');
    expect(line).toHaveLength(1);
    expect(line[0]).toMatchObject({
      request_id: 'r1',
      business_id: 'biz_1',
      correlation_id: 'cmd_1',
      method: 'POST',
      route: '/things/:id',
      status: 201,
    });
    expect(metrics.text).toContain(
      'http_request_seconds_count{method="POST",route="/things/:id",status="201"} 1',
    );
    expect(JSON.stringify(lines) + metrics.text).not.toContain('ada');
  });

  const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const refusedText = Object.assign(new Error('x'), { code: '22021' });
  it.each([
    [new TypeError('x is undefined'), 500, 'service.internal_error'],
    [new NoAnswer(), 503, 'service.unavailable'],
    [away, 503, 'service.unavailable'],
    [refusedText, 422, 'request.unstorable_input'],
  ])('answers %s with %d and no stack', async (error, status, error_code) => {
    const { ask } = await serve([post(() => Promise.reject(error))]);
    const answer = await ask('POST', '/things/1');
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error_code });
    expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
  });

  it('tells its health, and its readiness check by check', async () => {
    let database = true;
    const checks = [
      { name: 'database', required: true, probe: () => database },
      { name: 'redis', required: false, probe: () => Promise.reject(new Error('away')) },
    ];
    const { ask } = await serve([], { checks });
    expect(await ask('GET', '/healthz')).toMatchObject({ status: 200 });
    expect(await ask('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ready', checks: { database: { ok: true }, redis: { ok: false } } },
    });
    database = false;
    expect(await ask('GET', '/readyz')).toMatchObject({ status: 503, body: { status: 'not_ready' } });
  });

  it('names the variable when its port is taken', async () => {
    const { port } = await serve([]);
    await expect(
      serve([], { listen: { address: '127.0.0.1', port, variable: 'INGRESS_PORT' } }),
    ).rejects.toThrow(`INGRESS_PORT: port ${port} on 127.0.0.1 is already in use`);
  });

  it('refuses at once what is more than it can work on', async () => {
    const gate = deferred();
    const { ask } = await serve([post(() => gate.promise.then(() => jsonReply(200, {})))], {
      maxRequestsInFlight: 1,
    });
    const first = ask('POST', '/things/1');
    await until(async () => (await ask('POST', '/things/2')).status === 503);
    const refused = await ask('POST', '/things/2', { body: 'x' });
    expect(refused).toMatchObject({ status: 503, body: { error_code: 'service.unavailable' } });
    expect(refused.headers['retry-after']).toBe('1');
    expect(await ask('GET', '/healthz')).toMatchObject({ status: 200 });
    gate.resolve(undefined);
    expect(await first).toMatchObject({ status: 200 });
  });

  it('ignores expectations that it does not know', async () => {
    const { ask } = await serve([post(echo)]);
    expect((await ask('POST', '/things/1', { headers: { Expect: 'wonders' } })).status).toBe(200);
  });

  it('answers what is no HTTP', async () => {
    const { port } = await serve([]);
    expect(await raw(port, 'NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*X-Request-Id.*request.malformed/s);
    const head = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await raw(port, head)).toMatch(/^HTTP\/1.1 431 .*request.headers_too_large/s);
    const hostless = 'GET /healthz HTTP/1.1\r\n\r\n';
    expect(await raw(port, hostless)).toMatch(/^HTTP\/1.1 400 .*X-Request-Id.*request.malformed/s);
  });
});

describe('the body of a request', () => {
  it('may be as large as the limit', async () => {
    const { ask } = await serve([post(echo)]);
    const body = Buffer.alloc(2 * MiB, 'x');
    expect(await ask('POST', '/things/1', { body })).toMatchObject({ status: 200, body: { bytes: 2 * MiB } });
    expect(await ask('POST', '/things/1', { body, chunked: true })).toMatchObject({ status: 200 });
  });

  it('is refused by its length before it is read and before the handler runs', async () => {
    const { port } = await serve([post(() => Promise.reject(new Error('must not run')))]);
    const head = `POST /things/1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * MiB + 1}\r\n\r\n`;
    expect(await raw(port, head)).toMatch(/^HTTP\/1.1 413 .*Connection: close.*"request.too_large"/s);
  });

  it('is refused without having been asked for', async () => {
    const { port } = await serve([post(echo)]);
    const head = (length: number) =>
      `POST /things/1 HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await raw(port, head(3 * MiB))).toMatch(/^HTTP\/1.1 413 /);
    expect(await raw(port, `${head(2)}{}`, '"bytes":2')).toMatch(/^HTTP\/1.1 100 Continue.*"bytes":2/s);
  });

  it('is refused by counting where no length is given, and the caller gets to read that', async () => {
    const { ask } = await serve([post(() => Promise.reject(new Error('must not run')))]);
    const answer = await ask('POST', '/things/1', { body: Buffer.alloc(6 * MiB), chunked: true });
    expect(answer).toMatchObject({ status: 413, body: { error_code: 'request.too_large' } });
    expect(answer.headers.connection).toBe('close');
  });

  it('has the limit of its route', async () => {
    const { ask } = await serve([{ ...post(echo), maxBodyBytes: 3 }]);
    expect(await ask('POST', '/things/1', { body: '1234' })).toMatchObject({ status: 413 });
    expect(await ask('POST', '/things/1', { body: '123' })).toMatchObject({ status: 200 });
  });

  it('may break off', async () => {
    const { port, ask } = await serve([post(() => Promise.reject(new Error('must not run')))]);
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /things/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n123');
    await once(socket, 'connect');
    socket.destroy();
    await until(() => lines.some(({ status }) => status === 499));
    expect(await ask('GET', '/healthz')).toMatchObject({ status: 200 });
  });
});

describe('draining', () => {
  it('answers what was asked, tells callers to close, and takes no more', async () => {
    const gate = deferred();
    let started = false;
    const { ask, port, server } = await serve([
      post(async () => {
        started = true;
        await gate.promise;
        return jsonReply(201, { done: true });
      }),
    ]);
    const agent = new Agent({ keepAlive: true });
    const asked = ask('POST', '/things/1', { agent });
    const idle = new Agent({ keepAlive: true });
    await ask('GET', '/healthz', { agent: idle });
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    await until(() => started);

    const drained = server.drain();
    await expect(ask('GET', '/healthz')).rejects.toThrow('ECONNREFUSED');
    let isDrained = false;
    void drained.then(() => (isDrained = true));
    await once(silent, 'close');
    expect(isDrained).toBe(false);

    gate.resolve(undefined);
    const answer = await asked;
    expect(answer).toMatchObject({ status: 201, body: { done: true } });
    expect(answer.headers.connection).toBe('close');
    await drained;
    agent.destroy();
    idle.destroy();
  });
});

interface Asked {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: unknown;
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly chunked?: boolean;
  readonly agent?: Agent;
}

const echo: Handler = async ({ body }) => jsonReply(200, { bytes: body.length });

function post(handle: Handler): Route {
  return { method: 'POST', path: '/things/:id', handle };
}

async function serve(routes: readonly Route[], options: Partial<HttpServerOptions> = {}) {
  const server = await openHttpServer({
    listen: { address: '127.0.0.1', port: 0, variable: 'INGRESS_PORT' },
    routes,
    checks: [],
    telemetry: { logger, registry: new Registry() },
    ...options,
  });
  open.push(server);
  const { port } = server;
  return { server, port, ask: (method: string, path: string, sent?: Sent) => ask(port, method, path, sent) };
}

function ask(port: number, method: string, path: string, sent: Sent = {}): Promise<Asked> {
  const { body = '', chunked = false, agent, headers } = sent;
  const length: Record<string, string> = chunked
    ? { 'Transfer-Encoding': 'chunked' }
    : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const options = {
      port,
      method,
      path,
      agent: agent ?? false,
      headers: { ...length, ...headers },
    } as const;
    const request = httpRequest({ host: '127.0.0.1', ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const json = response.headers['content-type']?.startsWith('application/json') === true && text !== '';
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, headers: answered, text, body: json ? JSON.parse(text) : undefined });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Everything the server says to these bytes, until it closes or says `enough`. */
async function raw(port: number, bytes: string, enough?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk.toString();
    if (said.includes(enough ?? '"error_code"')) socket.end();
  });
  socket.write(bytes);
  await once(socket, 'close');
  return said;
}

function deferred() {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise<unknown>((settle) => (resolve = settle));
  return { promise, resolve };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it did not come to that within 5 s');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
