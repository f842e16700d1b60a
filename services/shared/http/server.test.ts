import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { NoAnswer } from '../../../streams/runtime/commands/no-answer';
import { ANNOUNCED_IDLE_S, KEPT_IDLE_MS } from './connections';
import { deferred, echo, endServers, lines, post, raw, serve } from './server.fixture';
import { until } from '../../../streams/runtime/timing/until.fixture';
import { jsonReply } from './reply';

afterEach(endServers);

describe('every service', () => {
  it('answers 404 for an unknown path and 405 for a wrong method (ERR-12)', async () => {
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

  it('gives every response an id, that of the caller if it is harmless (ERR-16)', async () => {
    const { ask } = await serve([post(echo)]);
    const given = await ask('POST', '/things/1', { headers: { 'X-Request-Id': 'order-1:a' } });
    expect(given.headers['x-request-id']).toBe('order-1:a');
    const strange = await ask('GET', '/unknown', { headers: { 'X-Request-Id': 'ada@example.com' } });
    expect(strange.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(strange.headers).not.toHaveProperty('x-powered-by');
    expect(strange.headers).not.toHaveProperty('etag');
    expect(strange.headers).toHaveProperty('x-content-type-options', 'nosniff');
  });

  it('passes parameters on as they were sent', async () => {
    const { ask } = await serve([
      post(async ({ rawParameters, rawQuery }) => jsonReply(200, { rawParameters, rawQuery })),
    ]);
    const { body } = await ask('POST', '/things/a%2Fb%00%zz?x=%41');
    expect(body).toEqual({ rawParameters: { id: 'a%2Fb%00%zz' }, rawQuery: 'x=%41' });
  });

  it('writes one log line and one observation for each request, with the pattern and not the path', async () => {
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

  const outage = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const refusedText = Object.assign(new Error('x'), { code: '22021' });
  it.each([
    [new TypeError('x is undefined'), 500, 'service.internal_error'],
    [new NoAnswer(), 503, 'service.unavailable'],
    [outage, 503, 'service.unavailable'],
    [refusedText, 422, 'request.unstorable_input'],
  ])('answers %s with %d and no stack (ERR-14, ERR-15)', async (error, status, error_code) => {
    const { ask } = await serve([post(() => Promise.reject(error))]);
    const answer = await ask('POST', '/things/1');
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error_code });
    expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
  });

  it('serves its health, and its readiness check by check', async () => {
    let database = true;
    const checks = [
      { name: 'database', required: true, probe: () => database },
      { name: 'redis', required: false, probe: () => Promise.reject(new Error('down')) },
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

  it('names the variable when its address does not belong to this machine', async () => {
    // This range is reserved for documentation, so no machine has it.
    const listen = { address: '203.0.113.9', port: 0, variable: 'INGRESS_PORT' };
    await expect(serve([], { listen })).rejects.toThrow(
      'BIND_ADDRESS: 203.0.113.9 is no address of this machine',
    );
  });

  it('refuses requests beyond its limit at once, and accepts requests again afterwards (LIMIT-9)', async () => {
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
    expect(await ask('POST', '/things/3')).toMatchObject({ status: 200 });
  });

  it('ignores unknown expectations', async () => {
    const { ask } = await serve([post(echo)]);
    expect((await ask('POST', '/things/1', { headers: { Expect: 'wonders' } })).status).toBe(200);
  });

  it('answers a request that is not HTTP (ERR-13)', async () => {
    const { port } = await serve([]);
    expect(await raw(port, 'NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*X-Request-Id.*request.malformed/s);
    const head = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await raw(port, head)).toMatch(/^HTTP\/1.1 431 .*request.headers_too_large/s);
    const hostless = 'GET /healthz HTTP/1.1\r\n\r\n';
    expect(await raw(port, hostless)).toMatch(/^HTTP\/1.1 400 .*X-Request-Id.*request.malformed/s);
  });
});

describe('draining', () => {
  it('answers the requests under way, tells callers to close, and accepts no more', async () => {
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

  it('tells callers to let go of an idle connection 15 s before it does so itself', async () => {
    const { ask, server } = await serve([]);
    const agent = new Agent({ keepAlive: true });
    const kept = await ask('GET', '/healthz', { agent });
    expect(kept.headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=60' });
    expect(KEPT_IDLE_MS - ANNOUNCED_IDLE_S * 1_000).toBe(15_000);
    agent.destroy();

    const closed = await ask('GET', '/healthz', { headers: { Connection: 'close' } });
    expect(closed.headers).not.toHaveProperty('keep-alive');
    await server.drain();
  });

  it.each(['100-continue', 'wonders'])('answers a request with the expectation %s', async (Expect) => {
    const gate = deferred();
    let started = false;
    const { ask, server } = await serve([
      post(async () => {
        started = true;
        await gate.promise;
        return jsonReply(201, { done: true });
      }),
    ]);
    const asked = ask('POST', '/things/1', { headers: { Expect } });
    await until(() => started);
    const drained = server.drain();
    gate.resolve(undefined);
    expect(await asked).toMatchObject({ status: 201, body: { done: true } });
    await drained;
  });
});
