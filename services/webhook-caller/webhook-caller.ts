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

export interface WebhookCallerOptions extends AddressRules, Partial<AttemptTimes> {
  /** PEM of an authority that counts beside the public ones, asked for with every new connection. For local use. */
  readonly ca?: (() => string | undefined) | undefined;
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
    // Should its server hang up just now, the next attempt comes over a new one: an attempt sends its body once.
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

/** The same endpoints are called again and again: to read the URL each time took a twentieth of a call. */
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

/** To make one takes milliseconds, so it is made anew only for another authority; what another vouched for is forgotten. */
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
