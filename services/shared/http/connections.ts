import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Node emits exactly one of the three events for each request. */
export const REQUEST_EVENTS = ['request', 'checkContinue', 'checkExpectation'] as const;

/**
 * How long a connection may be idle, as callers are told, and how long it is kept. The difference is for a slow caller:
 * a request that arrives just when the server closes gets no answer, and its caller cannot know what became of it.
 */
export const ANNOUNCED_IDLE_S = 60;
export const KEPT_IDLE_MS = 75_000;

const KEEP_ALIVE = `timeout=${String(ANNOUNCED_IDLE_S)}`;

/** Tracks which connections of a server have a request under way, so that the others can be closed. */
export interface Connections {
  readonly isDraining: boolean;
  /** Resolves when every request is answered and every connection is closed. */
  drain(): Promise<void>;
}

/**
 * Node's own `closeIdleConnections` skips a connection that never carried a request, and such a connection would delay
 * the end until it times out.
 */
export function trackConnections(server: Server): Connections {
  const underWay = new Map<Socket, number>();
  let draining = false;

  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    if (draining) response.setHeader('Connection', 'close');
    else if (response.shouldKeepAlive) response.setHeader('Keep-Alive', KEEP_ALIVE);
    responses.add(response);
    response.once('close', () => {
      responses.delete(response);
      const left = (underWay.get(socket) ?? 1) - 1;
      if (underWay.has(socket)) underWay.set(socket, left);
      if (draining && left === 0) socket.end();
    });
  };
  const responses = new Set<ServerResponse>();
  for (const event of REQUEST_EVENTS) server.prependListener(event, onRequest);

  return {
    get isDraining() {
      return draining;
    },
    drain() {
      draining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const response of responses) {
        if (response.headersSent) continue;
        response.removeHeader('Keep-Alive');
        response.setHeader('Connection', 'close');
      }
      for (const [socket, requests] of underWay) if (requests === 0) socket.destroy();
      return closed;
    },
  };
}
