import { lookup, Resolver } from 'node:dns/promises';

/**
 * Asks the name servers directly, both families at once.
 *
 * Not `dns.lookup`: it runs on libuv's four threads and cannot be called off, so four endpoints whose name servers are
 * silent would hold up the look-ups of all others. It also reads the hosts file, which names what is inside.
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
  // A name that has addresses of one family only is the usual case, so one answer of the two is enough.
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname).then(found),
    resolver.resolve6(hostname).then(found),
  ]);
  clearTimeout(patience);
  signal.removeEventListener('abort', cancel);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/**
 * Some name servers say nothing at all when asked for a family that they have no address of (RFC 4074). To wait them out
 * would take all the time that there is for a connection.
 */
const OTHER_FAMILY_MS = 1_000;

/** As every other program of this machine sees the name: for hosts that are allowed by name, such as `localhost`. */
export async function lookupBySystem(hostname: string): Promise<readonly string[]> {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
}
