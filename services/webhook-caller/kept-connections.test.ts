import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { answered, attemptAt } from './receivers.fixture';
import { HOST, newIdentity, type Identity } from './receiver-server.fixture';
import { createWebhookCaller, type WebhookCaller, type WebhookCallerOptions } from './webhook-caller';

let identity: Identity;
let server: Server;
let port: number;
let connections: number;

beforeAll(async () => {
  identity = await newIdentity();
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('a connection is kept', () => {
  it.each<[string, RequestListener]>([
    ['nothing', (_request, response) => response.writeHead(204).end()],
    ['an empty body', (_request, response) => response.writeHead(200, { 'Content-Length': 0 }).end()],
    ['a short body', (_request, response) => response.writeHead(500, { 'Content-Length': 2 }).end('no')],
  ])('after an answer with %s', async (_what, listener) => {
    await listen(listener);
    const call = callsTo();
    for (let n = 0; n < 3; n += 1) expect(await call()).toMatchObject({ kind: 'answered' });
    expect(connections).toBe(1);
  });

  it('and serves one call at a time', async () => {
    await listen((_request, response) => response.writeHead(204).end());
    const call = callsTo();
    await Promise.all([call(), call(), call()]);
    await Promise.all([call(), call(), call()]);
    expect(connections).toBe(3);
  });
});

describe('a connection is not used again', () => {
  it.each<[string, RequestListener]>([
    ['a long body', (_request, response) => response.writeHead(200, { 'Content-Length': 2_000 }).end('x')],
    ['a body of unknown length', (_request, response) => response.writeHead(200).end('OK')],
    ['a request to close', (_request, response) => response.writeHead(204, { Connection: 'close' }).end()],
  ])('after an answer with %s', async (_what, listener) => {
    await listen(listener);
    const call = callsTo();
    expect(await call()).toMatchObject({ kind: 'answered' });
    expect(await call()).toMatchObject({ kind: 'answered' });
    expect(connections).toBe(2);
  });

  it('if its name now resolves to another address', async () => {
    await listen((_request, response) => response.writeHead(204).end());
    const addresses = [['127.0.0.1'], ['127.0.0.2']];
    const call = callsTo({ lookup: () => Promise.resolve(addresses.shift() ?? []) });
    expect(await call()).toMatchObject(answered(204));
    // Nothing listens at this address.
    expect(await call()).toEqual({ kind: 'failed', failure: 'connection_refused' });
  });
});

test('a server that closes a kept connection gets the body once, and the next attempt on a new one', async () => {
  const served = new Map<Socket, number>();
  await listen((request, response) => {
    const before = served.get(request.socket) ?? 0;
    served.set(request.socket, before + 1);
    if (before === 0) response.writeHead(204).end();
    else request.socket.destroy();
  });
  const call = callsTo();
  expect(await call()).toMatchObject(answered(204));
  expect(await call()).toEqual({ kind: 'failed', failure: 'connection_closed' });
  expect(await call()).toMatchObject(answered(204));
  expect([connections, [...served.values()]]).toEqual([2, [2, 1]]);
});

async function listen(listener: RequestListener): Promise<void> {
  connections = 0;
  server = createServer(identity, (request, response) => {
    request.resume();
    request.once('end', () => {
      response.sendDate = false;
      listener(request, response);
    });
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
}

/** One caller for all calls. A call may begin as soon as the previous one has its outcome. */
function callsTo(options: Partial<WebhookCallerOptions> = {}): () => ReturnType<WebhookCaller['call']> {
  const caller = createWebhookCaller({
    allowedHosts: [`${HOST}:${String(port)}`],
    lookup: () => Promise.resolve(['127.0.0.1']),
    ca: () => identity.cert,
    ...options,
  });
  return () => caller.call(attemptAt({ port }));
}
