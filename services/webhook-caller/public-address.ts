import { isIP } from 'node:net';
import { IPv4, IPv6, parse } from 'ipaddr.js';

/**
 * Whether an address may be called for a merchant. Every address that is not clearly public is refused, so that a range
 * that is reserved in the future is closed already.
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
 * All of IPv6 that has been allocated so far. The library calls addresses outside of it unicast too, and some of these
 * are internal: `::7f00:1` is 127.0.0.1 in a deprecated notation. Inside it, the library recognises 6to4, Teredo and
 * the other ranges that embed an IPv4 address.
 */
const GLOBAL_UNICAST: [IPv6, number] = [IPv6.parse('2000::'), 3];

/** A public number, but on every virtual machine of Azure the host answers there, and gives out secrets. */
const PLATFORM_SERVICES = new Set(['168.63.129.16']);
