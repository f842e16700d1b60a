import type { Report } from './report';

/** The address that a report speaks against, as it is stored; of any other report it is of no interest. */
export function provedAddress(status: Report['status'], address: string | null): Pick<Report, 'address'> {
  const isAgainst = status === 'bounced_hard' || status === 'complained';
  return isAgainst && address !== null ? { address: address.trim().toLowerCase() } : {};
}
