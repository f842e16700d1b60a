import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpRequest } from '../../shared/http/route';
import { demoPush } from './demo-push';

const BODY = '{"recipient_email":"ada@example.com","subject":"Grüße"}';
let ingress: Server;
let asked: { url: string; headers: IncomingHttpHeaders; body: string }[];
let answer: { status: number; body: string; headers: Record<string, string> };

beforeEach(async () => {
  asked = [];
  answer = { status: 201, body: '{"id":"msg_1"}', headers: {} };
  ingress = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      asked.push({ url: `${request.method ?? ''} ${request.url ?? ''}`, headers: request.headers, body });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  await once(ingress, 'listening');
});
afterEach(() => ingress.close());

describe('a push from the page', () => {
  it('reaches the ingress as it was written, with the key of the demo business', async () => {
    await push({ 'idempotency-key': 'first' });
    expect(asked).toEqual([
      {
        url: 'POST /api/v1/messages',
        headers: expect.objectContaining({
          authorization: 'Bearer osk_demo',
          'content-type': 'application/json',
          'idempotency-key': 'first',
        }) as unknown,
        body: BODY,
      },
    ]);
  });

  it('gets an idempotency key if it has none', async () => {
    await push();
    await push();
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^.{16,}$/);
    expect(new Set(keys).size).toBe(2);
  });

  it('gets the answer of the ingress, also if it is an error', async () => {
    expect(await push()).toMatchObject({ status: 201, body: '{"id":"msg_1"}' });
    answer = {
      status: 429,
      body: '{"error_code":"x"}',
      headers: { 'Retry-After': '7', 'Set-Cookie': 'a=b' },
    };
    expect(await push()).toEqual({
      status: 429,
      body: '{"error_code":"x"}',
      headers: { 'Content-Type': 'application/json', 'retry-after': '7' },
    });
  });

  it('gets a 503 while there is no ingress', async () => {
    const gone = port();
    await new Promise((resolve) => ingress.close(resolve));
    const reply = await demoPush({ ingressUrl: `http://127.0.0.1:${gone}`, apiKey: 'k' })(request());
    expect(reply).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
    expect(reply.body).toBe('{"error_code":"service.unavailable"}');
  });

  it('uses the API key that is known at that time', async () => {
    const access = { ingressUrl: `http://127.0.0.1:${port()}`, apiKey: '' };
    const handle = demoPush(access);
    access.apiKey = 'osk_later';
    await handle(request());
    expect(asked[0]?.headers.authorization).toBe('Bearer osk_later');
  });
});

function push(headers: IncomingHttpHeaders = {}) {
  return demoPush({ ingressUrl: `http://127.0.0.1:${port()}`, apiKey: 'osk_demo' })(request(headers));
}

function port(): number {
  return (ingress.address() as AddressInfo).port;
}

function request(headers: IncomingHttpHeaders = {}): HttpRequest {
  return {
    headers,
    rawParameters: {},
    rawQuery: '',
    body: Buffer.from(BODY),
    remoteAddress: '',
    note: () => undefined,
  };
}
