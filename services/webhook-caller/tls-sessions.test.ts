import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureVersion } from 'node:tls';
import { answered, attemptAt, failed } from './given-receivers';
import { HOST, newIdentity, type Identity } from './given-receiver-server';
import { createWebhookCaller } from './webhook-caller';

const VERSIONS: SecureVersion[] = ['TLSv1.2', 'TLSv1.3'];

let server: Server;
/** Of each connection in turn: whether it resumed a session. */
let resumed: boolean[];

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe.each(VERSIONS)('over %s', (version) => {
  it('a new connection takes up where the last one to its endpoint ended', async () => {
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

  it('what one authority vouched for does not count once another is asked', async () => {
    const [identity, other] = [await newIdentity(), await newIdentity()];
    await listen(identity, version);
    let { cert } = identity;
    const call = callsWith(() => cert);
    expect(await call()).toEqual(answered(204));
    cert = other.cert;
    expect(await call()).toEqual(failed('certificate_not_valid'));
  });
});

/** It hangs up after every answer. */
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
