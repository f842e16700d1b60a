import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { createBodyReader } from './body-reader';
import type { BodyLimits } from './unfinished-bodies';
import { echo, endServers, lines, post, raw, serve } from './server.fixture';
import { until } from '../../../streams/runtime/timing/until.fixture';

const MiB = 1024 * 1024;

afterEach(endServers);

describe('the body of a request (LIMIT-4)', () => {
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

  it('is refused before the caller is asked to send it', async () => {
    const { port } = await serve([post(echo)]);
    const head = (length: number) =>
      `POST /things/1 HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await raw(port, head(3 * MiB))).toMatch(/^HTTP\/1.1 413 /);
    expect(await raw(port, `${head(2)}{}`, '"bytes":2')).toMatch(/^HTTP\/1.1 100 Continue.*"bytes":2/s);
  });

  it('is refused by counting if no length is given, and the caller receives that answer', async () => {
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

describe('the bodies that arrive at once (LIMIT-5)', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const aBody = (remoteAddress = '192.0.2.1') =>
    Object.assign(new PassThrough(), {
      headers: { 'transfer-encoding': 'chunked' },
      socket: { remoteAddress },
    });

  function given(limits: Partial<BodyLimits> = {}) {
    const read = createBodyReader(limits);
    return (body: PassThrough) => read(body as unknown as IncomingMessage, {} as ServerResponse, 100_000);
  }

  /** Waits until a stream has passed on what was written to it. */
  const passes = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('replace the slowest body when there are too many bytes', async () => {
    const [read, slow, quick] = [given({ maxHeldBytes: 10 }), aBody(), aBody()];
    const slowly = read(slow);
    slow.write('12345678');
    await passes(1_000);
    const quickly = read(quick);
    quick.end('123');
    expect(await slowly).toEqual({ outcome: 'no_room' });
    expect(await quickly).toMatchObject({ outcome: 'read' });
  });

  it('leave room once their caller is gone', async () => {
    const [read, gone, next] = [given({ maxHeldBytes: 10 }), aBody(), aBody()];
    const broken = read(gone);
    gone.write('12345678');
    await passes(1);
    gone.destroy();
    expect(await broken).toEqual({ outcome: 'gone' });
    const whole = read(next);
    next.end('1234567890');
    expect(await whole).toMatchObject({ outcome: 'read' });
  });

  it('replace the slowest body of their own address when it has too many, and no other body', async () => {
    const read = given({ maxBodiesPerAddress: 2 });
    const [other, first, second, third] = [aBody('192.0.2.2'), aBody(), aBody(), aBody()];
    const others = read(other);
    await passes(10);
    const one = read(first);
    await passes(10);
    const two = read(second);
    const three = read(third);
    expect(await one).toEqual({ outcome: 'no_room' });
    for (const body of [other, second, third]) body.end('{}');
    for (const kept of [others, two, three]) expect(await kept).toMatchObject({ outcome: 'read' });
  });

  it('replace the slowest body of all when the process has too many', async () => {
    const read = given({ maxBodies: 1 });
    const [first, second] = [aBody('192.0.2.1'), aBody('192.0.2.2')];
    const one = read(first);
    await passes(10);
    const two = read(second);
    expect(await one).toEqual({ outcome: 'no_room' });
    second.end('{}');
    expect(await two).toMatchObject({ outcome: 'read' });
  });

  it('are given up when they trickle in, but not when they pause', async () => {
    const [read, trickling, pausing] = [given(), aBody(), aBody()];
    const trickled = read(trickling);
    const paused = read(pausing);
    pausing.write('x'.repeat(20_000));
    for (let second = 0; second < 8; second += 1) {
      trickling.write('x');
      await passes(1_000);
    }
    expect(await trickled).toEqual({ outcome: 'too_slow' });
    pausing.end('x');
    expect(await paused).toMatchObject({ outcome: 'read' });
  });
});
