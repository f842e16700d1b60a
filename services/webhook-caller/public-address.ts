import { isIP } from 'node:net';
import { IPv4, IPv6, parse } from 'ipaddr.js';

/**
 * Whether an address may be called on a merchant's behalf. Everything that is not plainly public is refused, so that a
 * range that is set aside tomorrow is not open today.
 */
export function isPublicAddress(text: string): boolean {
  // A zone (`%eth0`) names an interface of this machine.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof IPv4) return !PLATFORM_SERVICES.has(address.toString());
  return address.match(GLOBAL_UNICAST);
}

/**
 * All of IPv6 that has been given out so far. What lies outside counts as unicast too for the library, and some of it
 * leads back inside: `::7f00:1` is 127.0.0.1 in a form that was given up. Within it, the library knows 6to4, Teredo and
 * the other ranges that carry an IPv4 address.
 */
const GLOBAL_UNICAST: [IPv6, number] = [IPv6.parse('2000::'), 3];

/** Public by its number, yet answered by the host under every virtual machine of Azure, with its secrets. */
const PLATFORM_SERVICES = new Set(['168.63.129.16']);
