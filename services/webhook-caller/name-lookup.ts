import { lookup, Resolver } from 'node:dns/promises';

/**
 * Queries the name servers directly, for both address families at once. `dns.lookup` would not do: it runs on libuv's
 * four threads and cannot be cancelled, so four endpoints with silent name servers would block all other look-ups. It
 * also reads the hosts file, which names internal hosts.
 */
export async function lookupByDns(
  hostname: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly string[]> {
  if (signal.aborted) return [];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  let patience: NodeJS.Timeout | undefined;
  const found = (addresses: readonly string[]): readonly string[] => {
    patience ??= setTimeout(cancel, OTHER_FAMILY_MS);
    return addresses;
  };
  // Most names have addresses of only one family, so one of the two answers is enough.
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname).then(found),
    resolver.resolve6(hostname).then(found),
  ]);
  clearTimeout(patience);
  signal.removeEventListener('abort', cancel);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/**
 * How long to wait for the second family after the first has answered. Some name servers never answer a query for a
 * family of which they have no address (RFC 4074), and their time-out would use up the time for the connection.
 */
const OTHER_FAMILY_MS = 1_000;

/** Resolves a name as other programs of this machine do, for allowed hosts such as `localhost`. */
export async function lookupBySystem(hostname: string): Promise<readonly string[]> {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
}
