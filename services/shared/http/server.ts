import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../../schemas/api/errors';
import { errorReply } from './errors';
import { createHttpApp, type Present } from './app';
import { KEPT_IDLE_MS, REQUEST_EVENTS, trackConnections } from './connections';
import type { Telemetry } from './exchange';
import { listenOn, type Listen } from './listen';
import type { Route } from './route';
import type { BodyLimits } from './unfinished-bodies';
import { operationalRoutes, type ReadinessCheck } from './operational-routes';

/** Everything in which the HTTP servers of the services differ. */
export interface HttpServerOptions {
  readonly listen: Listen;
  readonly routes: readonly Route[];
  readonly checks: readonly ReadinessCheck[];
  readonly telemetry: Telemetry;
  readonly maxRequestsInFlight?: number;
  readonly bodies?: Partial<BodyLimits> | undefined;
  /** Without it, callers get answers as they are, and errors in JSON. */
  readonly present?: Present;
  /** Time in which a whole request has to arrive. */
  readonly requestTimeoutMs?: number;
}

export interface HttpServer {
  /** The port that the server listens on. */
  readonly port: number;
  /**
   * Accepts no more connections, answers the requests under way, and tells callers to close. Resolves when all have.
   */
  drain(): Promise<void>;
}

/**
 * The HTTP side of a service: its routes, plus the health, readiness, metrics, logs and draining that all services
 * share.
 */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const {
    listen,
    routes,
    checks,
    telemetry,
    maxRequestsInFlight = 2_000,
    bodies,
    requestTimeoutMs = 30_000,
    present = (reply) => reply,
  } = options;
  const operational = operationalRoutes(checks, telemetry.registry, () => connections.isDraining);
  const app = createHttpApp({ routes, operational, telemetry, maxRequestsInFlight, bodies, present });
  const server = createServer({
    ...TIMEOUTS,
    ...timeToSend(requestTimeoutMs),
    // Node's own answer would have neither a body nor a request id.
    requireHostHeader: false,
  });
  // A caller that asks first whether it may send a body is served like any other; the body reader says yes. Other
  // expectations are ignored.
  for (const event of REQUEST_EVENTS) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      if (lacksHost(request)) answerMalformed({}, request.socket);
      else app(request, response);
    });
  }
  server.on('clientError', answerMalformed);
  const connections = trackConnections(server);

  const port = await listenOn(server, listen);
  telemetry.logger.info({ host: listen.address, port }, 'listening');
  return { port, drain: () => connections.drain() };
}

const TIMEOUTS = {
  // By default, Node looks for connections past their time only every 30 s.
  connectionsCheckingInterval: 500,
  // Also longer than the 60 s after which common load balancers drop an idle connection.
  keepAliveTimeout: KEPT_IDLE_MS,
};

/** The head must have less time than the whole request, because Node refuses the opposite. */
function timeToSend(requestTimeout: number): { requestTimeout: number; headersTimeout: number } {
  return { requestTimeout, headersTimeout: Math.min(10_000, requestTimeout) };
}

function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1';
}

/** A request that Node's parser refuses reaches no handler, so its answer is written by hand (ERR-13). */
function answerMalformed(error: { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const { status, body } = errorReply(MALFORMED[error.code ?? ''] ?? 'request.malformed');
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      '',
      body,
    ].join('\r\n'),
  );
}

const MALFORMED: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timed_out',
};
