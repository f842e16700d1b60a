import { whatsappTemplate } from '../wording/whatsapp-template';

export type PaidChannel = 'sms' | 'whatsapp';
export type ChannelMode = 'not_enabled' | 'off' | 'on_request' | 'on';
export type Review = 'approved' | 'in_review' | 'rejected';

/** What stands between a paid nudge and its recipient. The same is asked at the push and again at the last moment. */
export interface PaidFacts {
  readonly business: {
    readonly name: string;
    readonly active: boolean;
    readonly sendingPaused: boolean;
    readonly smsMode: ChannelMode;
    readonly whatsappMode: ChannelMode;
    readonly smsAllowedCountries: readonly string[];
  };
  readonly recipient: {
    readonly unsubscribedAt: Date | null;
    readonly smsTextStoppedAt: Date | null;
    readonly smsStoppedAt: Date | null;
    readonly whatsappTextStoppedAt: Date | null;
    readonly whatsappStoppedAt: Date | null;
    readonly whatsappWithdrawnAt: Date | null;
    readonly whatsappOptedInAt: Date | null;
  };
  readonly number: NumberFacts | 'none' | 'conflict';
  readonly message: { readonly reference: string | null; readonly orderStatus: string | null };
  /** How the platform judged the template of this order status. */
  readonly review: Review;
}

export interface NumberFacts {
  readonly country: string;
  /** Channels that somebody stopped for this number, whoever holds it now. */
  readonly stoppedChannels: readonly PaidChannel[];
  /** The WhatsApp platform said that the number is not on it. */
  readonly unreachable: boolean;
  /** Paid nudges of the business to this number within the ten minutes before this one goes, or was to go. */
  readonly recentSends: number;
}

export interface Refusal {
  readonly reason: string;
  /** WhatsApp cannot carry the message at all: a fallback text goes at once, where one was asked for. */
  readonly textInstead: boolean;
}

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
  if (channel === 'whatsapp') {
    const whatsapp = whatsappRefusal(facts);
    if (whatsapp !== null) return whatsapp;
  }
  const isCrowded = typeof facts.number === 'object' && facts.number.recentSends >= MAX_RECENT_SENDS;
  return isCrowded ? { reason: 'rate_limited', textInstead: false } : null;
}

function accountRefusal(channel: PaidChannel, { business, recipient }: PaidFacts): string | null {
  const mode = channel === 'sms' ? business.smsMode : business.whatsappMode;
  if (mode === 'not_enabled') return `${channel}_not_enabled`;
  if (mode === 'off') return `${channel}_disabled`;
  if (business.sendingPaused || !business.active) return 'sending_paused';
  return recipient.unsubscribedAt === null ? null : 'unsubscribed';
}

function numberRefusal(channel: PaidChannel, { business, recipient, number }: PaidFacts): string | null {
  if (number === 'none') return 'no_phone';
  if (number === 'conflict') return 'phone_conflict';
  if (!isAllowed(channel, number.country, business.smsAllowedCountries)) return 'country_not_allowed';
  const isStopped =
    number.stoppedChannels.includes(channel) ||
    (channel === 'sms' ? stoppedTexts(recipient) : stoppedWhatsapp(recipient));
  return isStopped ? 'stopped' : null;
}

/** Texts to these two need a registration that the service does not have. */
const NO_TEXTS_TO = ['US', 'CA'];

/** Whether texts go to a country at all, whatever a business allows. */
export function isTexted(country: string): boolean {
  return !NO_TEXTS_TO.includes(country);
}

/** A business that names no countries has left them open. */
function isAllowed(channel: PaidChannel, country: string, allowed: readonly string[]): boolean {
  if (channel === 'sms' && !isTexted(country)) return false;
  return allowed.length === 0 || allowed.includes(country);
}

function stoppedTexts(recipient: PaidFacts['recipient']): boolean {
  return recipient.smsTextStoppedAt !== null || recipient.smsStoppedAt !== null;
}

/** A withdrawal counts as a stop that nothing lifts (D10). */
function stoppedWhatsapp(recipient: PaidFacts['recipient']): boolean {
  const { whatsappTextStoppedAt, whatsappStoppedAt, whatsappWithdrawnAt } = recipient;
  return whatsappTextStoppedAt !== null || whatsappStoppedAt !== null || whatsappWithdrawnAt !== null;
}

function whatsappRefusal({ business, recipient, number, message, review }: PaidFacts): Refusal | null {
  if (recipient.whatsappOptedInAt === null) return { reason: 'not_opted_in', textInstead: false };
  if (typeof number === 'object' && number.unreachable) return { reason: 'not_reachable', textInstead: true };
  if (whatsappTemplate({ businessName: business.name, ...message }) === null) {
    return { reason: 'template_not_sendable', textInstead: true };
  }
  return review === 'approved'
    ? null
    : { reason: 'template_not_sendable', textInstead: review === 'rejected' };
}
