import type { PaidChannel } from '../../schemas/channels';
import { paidChannels } from './channels';
import type { PaidFacts, Refusal } from './paid-facts';

/**
 * A sender's word for a `template_not_sendable` that a text goes instead of. The review may be another by the time its
 * report is read, so it cannot be asked then.
 */
export const TEMPLATE_UNUSABLE = 'template_unusable';

/**
 * A sender's word for a number that is in another country than the one that was charged for. Nothing has been attempted: the
 * ledger charges the difference, or gives it back, and hands the send over again.
 */
export const OTHER_COUNTRY = 'other_country';

/** D3: more paid messages than this to one number within ten minutes are refused. */
const MAX_RECENT_SENDS = 5;
export const RECENT_MS = 10 * 60_000;

/** The first reason that applies, in the order of D3 up to the credit; null when nothing is in the way. */
export function paidGate(channel: PaidChannel, facts: PaidFacts): Refusal | null {
  const refusal = accountRefusal(channel, facts) ?? numberRefusal(channel, facts);
  if (refusal !== null) return { reason: refusal, textInstead: false };
  const own = paidChannels[channel].ownGate(facts);
  if (own !== null) return own;
  const isCrowded = typeof facts.number === 'object' && facts.number.recentSends >= MAX_RECENT_SENDS;
  return isCrowded ? { reason: 'rate_limited', textInstead: false } : null;
}

function accountRefusal(channel: PaidChannel, { business, recipient }: PaidFacts): string | null {
  const mode = paidChannels[channel].modeOf(business);
  if (mode === 'not_enabled') return `${channel}_not_enabled`;
  if (mode === 'off') return `${channel}_disabled`;
  if (business.sendingPaused || !business.active) return 'sending_paused';
  return recipient.unsubscribedAt === null ? null : 'unsubscribed';
}

function numberRefusal(channel: PaidChannel, { business, recipient, number }: PaidFacts): string | null {
  if (number === 'none') return 'no_phone';
  if (number === 'conflict') return 'phone_conflict';
  if (!isAllowed(channel, number.country, business.smsAllowedCountries)) return 'country_not_allowed';
  const isStopped = number.stoppedChannels.includes(channel) || paidChannels[channel].isStopped(recipient);
  return isStopped ? 'stopped' : null;
}

/** A business that names no countries has left them open. */
function isAllowed(channel: PaidChannel, country: string, allowed: readonly string[]): boolean {
  if (!paidChannels[channel].goesTo(country)) return false;
  return allowed.length === 0 || allowed.includes(country);
}
