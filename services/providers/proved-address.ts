import type { Report } from './report';

/** The address, in its stored form, for a report that suppresses it (CONSENT-17). No other report needs it. */
export function provedAddress(status: Report['status'], address: string | null): Pick<Report, 'address'> {
  const isAgainst = status === 'bounced_hard' || status === 'complained';
  return isAgainst && address !== null ? { address: address.trim().toLowerCase() } : {};
}
