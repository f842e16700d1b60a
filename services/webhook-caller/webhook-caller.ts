import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { CallFailure, CallOutcome } from '../../streams/webhook-dispatcher/classify';
import type { PreparedAttempt } from '../../streams/webhook-dispatcher/prepare';
import { resolveEndpoint, type AddressRules } from './endpoint-address';
import { readEndpointUrl } from './endpoint-url';
import { EndpointConnection } from './endpoint-connection';
import { exchange } from './exchange';
import { KeptConnections } from './kept-connections';
import { openConnection } from './secure-connection';

export interface WebhookCallerOptions extends AddressRules {
  /** PEM of an authority that counts beside the public ones, asked for with every new connection. For local use. */
  readonly ca?: (() => string | undefined) | undefined;
  /** For finding the host, connecting to it and the TLS handshake together. */
  readonly connectTimeoutMs?: number;
  /** For all of it, up to the answer's headers. */
  readonly timeoutMs?: number;
}

export interface WebhookCaller {
  /** Makes one attempt and says how it ended. Rejects only where something is wrong on our side. */
  call(prepared: PreparedAttempt): Promise<CallOutcome>;
}

/**
 * Calls merchants' endpoints. They write the URLs and their name servers the addresses, so whatever could reach inside
 * is refused, on every attempt anew, and nothing of the answer counts but its status and two headers.
 */
export function createWebhookCaller(options: WebhookCallerOptions): WebhookCaller {
  const { ca, connectTimeoutMs = 5_000, timeoutMs = 10_000, ...rules } = options;
  const trusting = secureContexts();
  const kept = new KeptConnections();
  const free = (connection: EndpointConnection): void => kept.keep(connection);

  const attempt = async (
    { url: text, headers, body }: PreparedAttempt,
    limits: Limits,
  ): Promise<CallOutcome> => {
    const { signal } = limits;
    const url = readEndpointUrl(text);
    if (typeof url === 'string') return failed('url_not_allowed');
    const addresses = await resolveEndpoint(url, rules, signal);
    signal.throwIfAborted();
    if (typeof addresses === 'string') return failed(addresses);
    const post = (connection: EndpointConnection): Promise<CallOutcome> => {
      limits.connected();
      return exchange(connection, { url, headers, body }, { signal, onFree: free });
    };
    const reused = kept.take(url.origin, addresses);
    // Should its server hang up just now, the next attempt comes over a new one: an attempt sends its body once.
    if (reused !== undefined) return post(reused);
    const socket = await openConnection({ url, addresses, secureContext: trusting(ca?.()) }, signal);
    if (typeof socket === 'string') return failed(socket);
    return post(new EndpointConnection(url.origin, socket, (connection) => kept.forget(connection)));
  };

  return {
    async call(prepared) {
      const limits = startLimits({ connectTimeoutMs, timeoutMs });
      try {
        return await attempt(prepared, limits);
      } catch (error) {
        if (!(error instanceof TimeLimit)) throw error;
        return failed(error.failure);
      } finally {
        limits.end();
      }
    },
  };
}

/** To make one takes milliseconds, so it is made anew only for another authority. */
function secureContexts(): (ca: string | undefined) => SecureContext {
  let latest: { readonly ca: string | undefined; readonly context: SecureContext } | undefined;
  return (ca) => {
    if (latest === undefined || latest.ca !== ca) {
      latest = {
        ca,
        context: createSecureContext(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
      };
    }
    return latest.context;
  };
}

interface Limits {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  connected(): void;
  end(): void;
}

class TimeLimit extends Error {
  constructor(readonly failure: CallFailure) {
    super(failure);
  }
}

function startLimits(times: { connectTimeoutMs: number; timeoutMs: number }): Limits {
  const ending = new AbortController();
  const limit = (failure: CallFailure, ms: number): NodeJS.Timeout =>
    setTimeout(() => ending.abort(new TimeLimit(failure)), ms);
  const connecting = limit('connect_timeout', times.connectTimeoutMs);
  const answering = limit('answer_timeout', times.timeoutMs);
  return {
    signal: ending.signal,
    connected: () => clearTimeout(connecting),
    end() {
      clearTimeout(connecting);
      clearTimeout(answering);
    },
  };
}

function failed(failure: CallFailure): CallOutcome {
  return { kind: 'failed', failure };
}
