import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Histogram, type Registry } from 'prom-client';
import type { RequestNotes } from './route';
import type { ServiceLogger } from '../logger';

/** One request and its answer as operators see them: an id, a line in the log and an observation in the histogram. */
export interface Exchange {
  /** The pattern that matched; set after routing. */
  route: string;
  /** Operational routes are called every few seconds. Their lines would drown the others. */
  quiet: boolean;
  /** The error that a handler threw. */
  error?: unknown;
  note(fields: RequestNotes): void;
}

export interface Telemetry {
  readonly logger: ServiceLogger;
  readonly registry: Registry;
}

export interface Exchanges {
  begin(request: IncomingMessage, response: ServerResponse): void;
  of(request: IncomingMessage): Exchange;
}

export function createExchanges(telemetry: Telemetry): Exchanges {
  const begun = new WeakMap<IncomingMessage, Exchange>();
  const begin = exchangeOpener(telemetry);
  return {
    begin: (request, response) => void begun.set(request, begin(request, response)),
    of(request) {
      const exchange = begun.get(request);
      if (exchange === undefined) throw new Error('the exchange has not begun');
      return exchange;
    },
  };
}

function exchangeOpener({ logger, registry }: Telemetry) {
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5, 15],
    registers: [registry],
  });

  return (request: IncomingMessage, response: ServerResponse): Exchange => {
    const startedAt = performance.now();
    const requestId = ownRequestId(request) ?? randomUUID();
    const method = request.method ?? '';
    const notes: RequestNotes = {};
    const exchange: Exchange = {
      route: 'unmatched',
      quiet: false,
      note: (fields) => void Object.assign(notes, fields),
    };
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const status = response.headersSent ? response.statusCode : CALLER_GONE;
      const { route, error } = exchange;
      seconds.observe({ method: knownMethod(method), route, status }, durationMs / 1_000);
      logger[levelOf(status, exchange)](
        {
          request_id: requestId,
          method,
          route,
          status,
          duration_ms: Math.round(durationMs * 100) / 100,
          ...notes,
          ...(error === undefined ? {} : { error }),
        },
        'request',
      );
    });
    return exchange;
  };
}

/** The status that nginx logs for a caller that closed the connection before the answer. */
const CALLER_GONE = 499;

function levelOf(status: number, exchange: Exchange): 'debug' | 'info' | 'warn' | 'error' {
  if (status === 500) return 'error';
  if (exchange.quiet) return 'debug';
  return status > 500 ? 'warn' : 'info';
}

/** A caller's own id is kept if it is harmless in a header and in a log line. */
function ownRequestId(request: IncomingMessage): string | undefined {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : undefined;
}

/** Anybody can make up a method, and each would become a time series of its own. */
function knownMethod(method: string): string {
  return KNOWN_METHODS.has(method) ? method : 'OTHER';
}

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
