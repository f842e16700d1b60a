import { once } from 'node:events';
import { connect } from 'node:net';
import { echo, endServers, lines, post, raw, serve, until } from './given-server';

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
