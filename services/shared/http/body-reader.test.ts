import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { createBodyReader } from './body-reader';
import { echo, endServers, lines, post, raw, serve } from './given-server';
import { until } from '../../../streams/runtime/given-until';

const MiB = 1024 * 1024;

afterEach(endServers);

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

describe('the bodies that are held at once', () => {
  const aBody = () => Object.assign(new PassThrough(), { headers: { 'transfer-encoding': 'chunked' } });

  /** Reads with room for ten bytes in all. */
  function given() {
    const read = createBodyReader(10);
    return (body: PassThrough) => read(body as unknown as IncomingMessage, {} as ServerResponse, 100);
  }

  it('are refused beyond the room there is, and taken again when one has been read', async () => {
    const [read, first, second, third] = [given(), aBody(), aBody(), aBody()];
    const held = read(first);
    first.write('12345678');
    second.end('123');
    expect(await read(second)).toEqual({ outcome: 'no_room' });
    first.end();
    expect(await held).toMatchObject({ outcome: 'read' });
    third.end('1234567890');
    expect(await read(third)).toMatchObject({ outcome: 'read' });
  });

  it('take no room any more once their caller is gone or they were refused', async () => {
    const [read, gone, refused, next] = [given(), aBody(), aBody(), aBody()];
    const broken = read(gone);
    gone.write('12345678');
    refused.end('1234567890');
    expect(await read(refused)).toEqual({ outcome: 'no_room' });
    gone.destroy();
    expect(await broken).toEqual({ outcome: 'gone' });
    next.end('1234567890');
    expect(await read(next)).toMatchObject({ outcome: 'read' });
  });
});
