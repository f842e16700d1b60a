import { once } from 'node:events';
import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Registry } from 'prom-client';
import { createLogger } from '../logger';
import { jsonReply } from './reply';
import type { Handler, Route } from './route';
import { openHttpServer, type HttpServer, type HttpServerOptions } from './server';

/** The log lines of the servers in the running test. */
export const lines: Record<string, unknown>[] = [];
const logger = createLogger('ingress', 'info', {
  write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
});
const open: HttpServer[] = [];

/** Closes the servers; runs after each test. */
export async function endServers(): Promise<void> {
  await Promise.all(open.splice(0).map((server) => server.drain()));
  lines.length = 0;
}

interface Asked {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: unknown;
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly chunked?: boolean;
  readonly agent?: Agent;
}

export const echo: Handler = async ({ body }) => jsonReply(200, { bytes: body.length });

export function post(handle: Handler): Route {
  return { method: 'POST', path: '/things/:id', handle };
}

export async function serve(routes: readonly Route[], options: Partial<HttpServerOptions> = {}) {
  const server = await openHttpServer({
    listen: { address: '127.0.0.1', port: 0, variable: 'INGRESS_PORT' },
    routes,
    checks: [],
    telemetry: { logger, registry: new Registry() },
    ...options,
  });
  open.push(server);
  const { port } = server;
  return { server, port, ask: (method: string, path: string, sent?: Sent) => ask(port, method, path, sent) };
}

function ask(port: number, method: string, path: string, sent: Sent = {}): Promise<Asked> {
  const { body = '', chunked = false, agent, headers } = sent;
  const length: Record<string, string> = chunked
    ? { 'Transfer-Encoding': 'chunked' }
    : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const options = {
      port,
      method,
      path,
      agent: agent ?? false,
      headers: { ...length, ...headers },
    } as const;
    const request = httpRequest({ host: '127.0.0.1', ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const json = response.headers['content-type']?.startsWith('application/json') === true && text !== '';
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, headers: answered, text, body: json ? JSON.parse(text) : undefined });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Everything that the server answers to these bytes, until it closes or sends `enough`. */
export async function raw(port: number, bytes: string, enough?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk.toString();
    if (said.includes(enough ?? '"error_code"')) socket.end();
  });
  socket.write(bytes);
  await once(socket, 'close');
  return said;
}

export function deferred() {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((settle) => (resolve = settle));
  return { promise, resolve };
}
