import { isIP } from 'node:net';
import { lookupByDns, lookupBySystem } from './name-lookup';
import { isPublicAddress } from './public-address';

/** All addresses of a name. No address, like a rejection, means that it does not resolve. */
export type Lookup = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface AddressRules {
  /** `host:port` entries that may be anywhere, this machine included. For local use; none in production. */
  readonly allowedHosts: readonly string[];
  readonly lookup?: Lookup | undefined;
}

/**
 * Where an endpoint is, all addresses of it, or why it may not be called. One address inside is enough to refuse: whoever
 * mixes it with public ones waits for the connection that takes it.
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

/** The host as sockets and name servers know it: an IPv6 address without the brackets of a URL. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** The public DNS never has these names. "Does not resolve" would make the merchant look for a typing error. */
function isLocalName(host: string): boolean {
  return /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host);
}

export function portOf({ port }: URL): number {
  return port === '' ? 443 : Number(port);
}

/** No longer than the signal allows, also where the look-up does not heed it. */
async function resolvedOrNone(lookup: Lookup, host: string, signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const giveUp = (): void => resolve([]);
    signal.addEventListener('abort', giveUp, { once: true });
    lookup(host, signal)
      .then(resolve, giveUp)
      .finally(() => signal.removeEventListener('abort', giveUp));
  });
}
