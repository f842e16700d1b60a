/** The gates of texts and WhatsApp messages, asked by the ledger at the push and by the senders in the claim. */
import type { PaidChannel } from '../../schemas/channels';
import { paidChannels } from './channels';
import type { PaidFacts, Refusal } from './paid-facts';

/**
 * What a sender reports instead of `template_not_sendable` if a fallback text may replace the message. The ledger
 * cannot ask for the review when it reads the report, because the review may have changed by then.
 */
export const TEMPLATE_UNUSABLE = 'template_unusable';

/**
 * What a sender reports if the number is in another country than the one that was charged. Nothing was attempted: the
 * ledger charges or refunds the difference and enqueues the send again (CREDIT-8).
 */
export const OTHER_COUNTRY = 'other_country';

/** Further paid messages of a business to one number within ten minutes are refused (CHAN-11). */
const MAX_RECENT_SENDS = 5;
export const RECENT_MS = 10 * 60_000;

/** The first gate that refuses, in the order of CHAN-3 without the credit; null if all let the nudge through. */
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

/** An empty list allows every country that the channel serves (CHAN-10). */
function isAllowed(channel: PaidChannel, country: string, allowed: readonly string[]): boolean {
  if (!paidChannels[channel].goesTo(country)) return false;
  return allowed.length === 0 || allowed.includes(country);
}
