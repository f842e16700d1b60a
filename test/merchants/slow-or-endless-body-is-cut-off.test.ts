import { connect, type Socket } from 'node:net';
import { push } from '../fixtures/merchant';
import { aMerchant, startBeside } from '../fixtures/product';
import type { ServiceProcess } from '../fixtures/service-process';

let ingress: ServiceProcess;
let url: string;
let apiKey: string;
beforeAll(async () => {
  ingress = startBeside({ REQUEST_TIMEOUT_MS: '10000' }, 'ingress');
  url = await ingress.ready();
  ({ apiKey } = await aMerchant());
});
afterAll(() => ingress.kill());

test('a body that is announced too large is refused before it is read and before its key is checked (LIMIT-4, ERR-7)', async () => {
  const { answer, socket } = await talk(head('Content-Length: 2097153'));
  expect(await answer).toMatch(/^HTTP\/1\.1 413 .*"error_code":"request.too_large"/s);
  socket.destroy();
});

test('an endless chunked body is cut off at 2 MiB, and its connection closed', async () => {
  const { answer, socket } = await talk(head('Transfer-Encoding: chunked'));
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
  for (let sent = 0; sent < 64 && !socket.destroyed; sent += 1) {
    socket.write(chunk);
    await new Promise(setImmediate);
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('a body that never ends is answered with 408, and its connection closed (LIMIT-5)', async () => {
  const { answer } = await talk(`${head('Content-Length: 100', `Authorization: Bearer ${apiKey}`)}{`);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body of exactly 2 MiB is read, and the service has room for others meanwhile', async () => {
  const slow = await talk(`${head('Content-Length: 100', `Authorization: Bearer ${apiKey}`)}{`);
  const padding = 'x'.repeat(2 * 1024 * 1024 - 150);
  const reply = await push(url, apiKey, 'large', { padding });
  expect(reply.status).toBe(201);
  slow.socket.destroy();
});

function head(...headers: string[]): string {
  return ['POST /api/v1/messages HTTP/1.1', 'Host: localhost', 'Idempotency-Key: k', ...headers, '', ''].join(
    '\r\n',
  );
}

/** Writes raw HTTP. The answer is everything that came until the other side closed the connection. */
function talk(text: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answer = new Promise<string>((resolve) => {
    let received = '';
    socket.on('data', (data) => {
      received += data.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(received);
    });
  });
  socket.write(text);
  return Promise.resolve({ socket, answer });
}
