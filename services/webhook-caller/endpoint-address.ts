import { isIP } from 'node:net';
import { lookupByDns, lookupBySystem } from './name-lookup';
import { isPublicAddress } from './public-address';

/** Resolves a name to all its addresses. An empty list, like a rejection, means that the name does not resolve. */
export type Lookup = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface AddressRules {
  /** `host:port` entries that may be at any address, even on this machine. For local use; empty in production. */
  readonly allowedHosts: readonly string[];
  readonly lookup?: Lookup | undefined;
}

/**
 * Returns all addresses of an endpoint, or the reason why it may not be called (HOOK-2). One internal address is enough
 * to refuse the endpoint: an attacker who mixes it with public ones waits for the connection that uses it.
 */
export async function resolveEndpoint(
  url: URL,
  { allowedHosts, lookup }: AddressRules,
  limits: { readonly signal: AbortSignal },
): Promise<readonly string[] | 'name_not_resolved' | 'address_not_public'> {
  const isAllowed = allowedHosts.includes(`${url.hostname}:${portOf(url)}`);
  const host = hostOf(url);
  if (!isAllowed && isLocalName(host)) return 'address_not_public';
  const addresses =
    isIP(host) === 0
      ? await resolvedOrNone(lookup ?? (isAllowed ? lookupBySystem : lookupByDns), host, limits.signal)
      : [host];
  if (addresses.length === 0) return 'name_not_resolved';
  return isAllowed || addresses.every(isPublicAddress) ? addresses : 'address_not_public';
}

/** The host in the form that sockets and name servers expect: an IPv6 address without the brackets of a URL. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/**
 * The public DNS never has these names. They are refused as not public, because "does not resolve" would make the
 * merchant look for a typing error.
 */
function isLocalName(host: string): boolean {
  return /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host);
}

export function portOf({ port }: URL): number {
  return port === '' ? 443 : Number(port);
}

/** Ends when the signal aborts, even if the look-up ignores the signal. */
async function resolvedOrNone(lookup: Lookup, host: string, signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const giveUp = (): void => resolve([]);
    signal.addEventListener('abort', giveUp, { once: true });
    lookup(host, signal)
      .then(resolve, giveUp)
      .finally(() => signal.removeEventListener('abort', giveUp));
  });
}
