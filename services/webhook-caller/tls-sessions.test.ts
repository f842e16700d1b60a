import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { answered, attemptAt, failed } from './receivers.fixture';
import { HOST, newIdentity, type Identity } from './receiver-server.fixture';
import { TlsSessions } from './tls-sessions';
import { createWebhookCaller } from './webhook-caller';

const VERSIONS: SecureVersion[] = ['TLSv1.2', 'TLSv1.3'];

let server: Server;
/** Whether each connection resumed a session, in order. */
let resumed: boolean[];

describe.each(VERSIONS)('over %s', (version) => {
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('a new connection resumes the session of the last one to its endpoint', async () => {
    const identity = await newIdentity();
    await listen(identity, version);
    const call = callsWith(() => identity.cert);
    for (let n = 0; n < 3; n += 1) expect(await call()).toEqual(answered(204));
    expect(resumed).toEqual([false, true, true]);
  });

  it('an endpoint whose certificate is for another name is refused every time', async () => {
    const identity = await newIdentity({ host: 'other.example' });
    await listen(identity, version);
    const call = callsWith(() => identity.cert);
    for (let n = 0; n < 3; n += 1) expect(await call()).toEqual(failed('certificate_not_valid'));
    expect(resumed).not.toContain(true);
  });

  it('a session that one authority made valid is not resumed under another', async () => {
    const [identity, other] = [await newIdentity(), await newIdentity()];
    await listen(identity, version);
    let { cert } = identity;
    const call = callsWith(() => cert);
    expect(await call()).toEqual(answered(204));
    cert = other.cert;
    expect(await call()).toEqual(failed('certificate_not_valid'));
  });
});

describe('sessions', () => {
  let nowMs = 0;
  const aSocket = (isResumed: boolean, authorized = true): TLSSocket =>
    Object.assign(new EventEmitter(), { authorized, isSessionReused: () => isResumed }) as TLSSocket;
  const renewedBy = (sessions: TlsSessions, socket: TLSSocket, ticket: string): string | undefined => {
    sessions.learnFrom(socket, 'https://hooks.example');
    socket.emit('session', Buffer.from(ticket));
    return sessions.of('https://hooks.example')?.toString();
  };

  it('are resumed for an hour after the certificate was checked, however often they are renewed', () => {
    const sessions = new TlsSessions(() => nowMs);
    expect(renewedBy(sessions, aSocket(false), 'first')).toBe('first');
    nowMs += 3_599_999;
    expect(renewedBy(sessions, aSocket(true), 'second')).toBe('second');
    nowMs += 1;
    expect(sessions.of('https://hooks.example')).toBeUndefined();
    expect(renewedBy(sessions, aSocket(false), 'third')).toBe('third');
  });

  it('are not kept if the certificate was not valid', () => {
    expect(renewedBy(new TlsSessions(() => nowMs), aSocket(false, false), 'first')).toBeUndefined();
  });

  it('are kept for two thousand origins, the most recently renewed ones', () => {
    const sessions = new TlsSessions(() => nowMs);
    for (let n = 0; n < 2_001; n += 1) {
      const socket = aSocket(false);
      sessions.learnFrom(socket, `https://${String(n)}.example`);
      socket.emit('session', Buffer.from('ticket'));
    }
    const kept = [0, 1, 2_000].map((n) => sessions.of(`https://${String(n)}.example`) !== undefined);
    expect(kept).toEqual([false, true, true]);
  });
});

/** Listens, and closes the connection after every answer. */
async function listen(identity: Identity, version: SecureVersion): Promise<void> {
  resumed = [];
  server = createServer({ ...identity, minVersion: version, maxVersion: version }, (request, response) => {
    request.resume();
    response.sendDate = false;
    request.once('end', () => response.writeHead(204, { Connection: 'close' }).end());
  });
  server.on('secureConnection', (socket) => resumed.push(socket.isSessionReused()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function callsWith(ca: () => string): () => ReturnType<ReturnType<typeof createWebhookCaller>['call']> {
  const { port } = server.address() as AddressInfo;
  const caller = createWebhookCaller({
    allowedHosts: [`${HOST}:${String(port)}`],
    lookup: () => Promise.resolve(['127.0.0.1']),
    ca,
  });
  return () => caller.call(attemptAt({ port }));
}
