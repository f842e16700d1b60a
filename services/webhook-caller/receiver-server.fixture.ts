import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';

/** A merchant's server for tests, on a real socket. It answers with the bytes that the test chooses. */
export interface Receiver {
  readonly port: number;
  /** Every complete request. */
  readonly requests: readonly ReceivedRequest[];
  /** Every accepted connection, because a refused call must not even connect. */
  readonly connections: readonly Socket[];
  close(): Promise<void>;
}

export interface ReceivedRequest {
  readonly sni: string | false | null;
  readonly head: string;
  readonly body: Buffer;
}

export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** The name that the certificate is for. */
export const HOST = 'hooks.example';

export async function newIdentity({ host = HOST, notAfterDate = YEARS_AHEAD } = {}): Promise<Identity> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(2020, 0, 1),
    notAfterDate,
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: host },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { cert, key };
}

const YEARS_AHEAD = new Date(2090, 0, 1);

/** After a complete request, `answer` gets the connection. */
export async function startReceiver(
  identity: Identity,
  answer: (connection: TLSSocket) => void,
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const server = createTlsServer(identity, (connection) => {
    let received = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const request = wholeRequest(received);
      if (request === undefined) return;
      connection.off('data', read);
      requests.push({ sni: connection.servername, ...request });
      answer(connection);
    };
    connection.on('data', read).on('error', () => undefined);
  });
  return listen(server, requests);
}

/** For failures before TLS: `accept` gets the plain TCP connection. */
export function startBareReceiver(accept: (connection: Socket) => void): Promise<Receiver> {
  return listen(createServer(accept), []);
}

async function listen(server: Server, requests: readonly ReceivedRequest[]): Promise<Receiver> {
  const connections: Socket[] = [];
  server.on('connection', (connection) => {
    connections.push(connection.on('error', () => undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections,
    async close() {
      for (const connection of connections) connection.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function wholeRequest(received: Buffer): Pick<ReceivedRequest, 'head' | 'body'> | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = received.subarray(0, end).toString('latin1');
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  const body = received.subarray(end + 4);
  return body.length < length ? undefined : { head, body };
}
