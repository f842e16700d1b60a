import { createSecureContext, rootCertificates } from 'node:tls';
import type { CallFailure, CallOutcome } from '../../streams/webhook-dispatcher/classify';
import type { PreparedAttempt } from '../../streams/webhook-dispatcher/prepare';
import { resolveEndpoint, type AddressRules } from './endpoint-address';
import { readEndpointUrl } from '../../schemas/values/endpoint-url';
import { EndpointConnection } from './endpoint-connection';
import { exchange } from './exchange';
import { KeptConnections } from './kept-connections';
import { openConnection, type Trust } from './secure-connection';
import { TimeIsUp, TimeLimits, type AttemptTimes } from './time-limits';
import { TlsSessions } from './tls-sessions';

/** Which endpoints a caller may reach, and how long an attempt may take. */
export interface WebhookCallerOptions extends AddressRules, Partial<AttemptTimes> {
  /** Returns the PEM of an authority to trust beside the public ones; called for each new connection. For local use. */
  readonly ca?: (() => string | undefined) | undefined;
}

export interface WebhookCaller {
  /** Makes one attempt and returns how it ended. Rejects only if the fault is ours. */
  call(prepared: PreparedAttempt): Promise<CallOutcome>;
}

/**
 * Calls merchants' endpoints. Merchants choose the URLs and their name servers choose the addresses, so each attempt
 * refuses again every address that is not public. Of the answer only the status and two headers are used.
 */
export function createWebhookCaller(options: WebhookCallerOptions): WebhookCaller {
  const { ca, connectTimeoutMs = 5_000, timeoutMs = 10_000, ...rules } = options;
  const trusting = trusts();
  const readUrl = readingOnce();
  const kept = new KeptConnections();
  const free = (connection: EndpointConnection): void => kept.keep(connection);
  const forget = (connection: EndpointConnection): void => kept.forget(connection);

  const connectionTo = async (url: URL, limits: TimeLimits): Promise<EndpointConnection | CallFailure> => {
    const addresses = await resolveEndpoint(url, rules, limits);
    limits.throwIfOver();
    if (typeof addresses === 'string') return addresses;
    const { origin } = url;
    // If the server closes it at this moment, the attempt fails: an attempt sends its body only once (HOOK-11).
    const reused = kept.take(origin, addresses);
    if (reused !== undefined) return reused;
    const socket = await openConnection({ url, addresses, trust: trusting(ca?.()) }, limits);
    return typeof socket === 'string' ? socket : new EndpointConnection(origin, socket, forget);
  };

  return {
    async call({ url: text, headers, body }) {
      const url = readUrl(text);
      if (typeof url === 'string') return failed('url_not_allowed');
      const limits = new TimeLimits({ connectTimeoutMs, timeoutMs });
      try {
        const connection = await connectionTo(url, limits);
        if (typeof connection === 'string') return failed(connection);
        limits.connected();
        return await exchange(connection, { url, headers, body }, { limits, onFree: free });
      } catch (error) {
        if (!(error instanceof TimeIsUp)) throw error;
        return failed(error.failure);
      } finally {
        limits.stop();
      }
    },
  };
}

/** Caches parsed URLs, because the same endpoints are called repeatedly and parsing took a twentieth of a call. */
function readingOnce(): typeof readEndpointUrl {
  const read = new Map<string, ReturnType<typeof readEndpointUrl>>();
  return (text) => {
    const known = read.get(text);
    if (known !== undefined) return known;
    const url = readEndpointUrl(text);
    if (read.size >= MOST_READ) read.clear();
    read.set(text, url);
    return url;
  };
}

const MOST_READ = 10_000;

/**
 * A secure context takes milliseconds to create, so a new one is created only when the authority changes. The sessions
 * of the previous authority go with it.
 */
function trusts(): (ca: string | undefined) => Trust {
  let latest: (Trust & { readonly ca: string | undefined }) | undefined;
  return (ca) => {
    if (latest === undefined || latest.ca !== ca) {
      const secureContext = createSecureContext(ca === undefined ? {} : { ca: [...rootCertificates, ca] });
      latest = { ca, secureContext, sessions: new TlsSessions() };
    }
    return latest;
  };
}

function failed(failure: CallFailure): CallOutcome {
  return { kind: 'failed', failure };
}
