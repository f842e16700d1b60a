import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Conduct, StandIn } from './provider-contract.fixture';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HttpAnswerGiven {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

export interface HttpStandIn extends StandIn {
  readonly requests: readonly ReceivedRequest[];
  /** Answers all following requests with exactly this. */
  answer(given: HttpAnswerGiven): void;
}

export interface HttpStandInKind {
  idsIn(request: ReceivedRequest): { businessId: string; sendId: string };
  answerTo(conduct: Exclude<Conduct, 'hang' | 'drop'>, request: ReceivedRequest): HttpAnswerGiven;
}

/** A provider's server inside the test. */
export async function openHttpStandIn(kind: HttpStandInKind): Promise<HttpStandIn> {
  let conduct: Conduct = 'accept';
  let fixed: HttpAnswerGiven | null = null;
  let connections = 0;
  const requests: ReceivedRequest[] = [];
  const arrived: { businessId: string; sendId: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const received = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
      requests.push(received);
      arrived.push(kind.idsIn(received));
      if (conduct === 'drop') request.socket.destroy();
      if (conduct === 'drop' || conduct === 'hang') return;
      const given = fixed ?? kind.answerTo(conduct, received);
      response.writeHead(given.status, given.headers).end(given.body);
    });
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    requests,
    get connections() {
      return connections;
    },
    behave: (next) => (conduct = next),
    answer: (given) => (fixed = given),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
