import type { ChannelMode } from '../../channels/paid-facts';

export interface Business {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly sendingPaused: boolean;
  readonly balance: number;
  readonly lowBalanceThreshold: number;
  /** The descent below the threshold has been told; a top-up arms it again. */
  readonly lowBalanceTold: boolean;
  readonly plan: 'active' | 'past_due' | 'lapsed';
  readonly periodEndsAt: Date | null;
  readonly emailAllowance: number | null;
  /** Month whose used-up allowance has been told. */
  readonly allowanceTold: string | null;
  readonly emailDailyCap: number;
  readonly recipientDailyEmails: number;
  readonly requestsPerSecond: number;
  readonly burst: number;
  readonly defaultCountry: string | null;
  readonly sendingDomain: string | null;
  readonly smsSender: string | null;
  readonly smsMode: ChannelMode;
  readonly smsAllowedCountries: readonly string[];
  /** When texts were first switched on. */
  readonly smsEnabledAt: Date | null;
  readonly whatsappMode: ChannelMode;
  readonly whatsappForwardEmail: string | null;
  /** Counts changes of settings. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ApiKey {
  readonly businessId: string;
  readonly id: string;
  readonly sha256: Buffer;
  readonly masked: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** The key that made it; null from the dashboard. */
  readonly mintedBy: string | null;
  readonly detached: boolean;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

/** Copies of a key are kept for seconds, so what was revoked longer ago than this is forgotten everywhere. */
export const REVOKED_LATELY_MS = 3_600_000;

/** Never changed once written; the balance of a business is the sum of its amounts. */
export interface CreditEntry {
  readonly businessId: string;
  readonly id: string;
  readonly kind: 'top_up' | 'charge' | 'refund' | 'adjustment';
  readonly amount: number;
  readonly balance: number;
  readonly sendId: string | null;
  readonly note: string | null;
  readonly createdAt: Date;
}

/** Where a business hears of events. How it does there is the dispatcher's to write. */
export interface Endpoint {
  readonly businessId: string;
  readonly id: string;
  readonly url: string;
  /** Empty: all. */
  readonly eventTypes: readonly string[];
  readonly description: string;
  /** Encrypted. */
  readonly secret: Buffer;
  readonly maskedSecret: string;
  readonly createdAt: Date;
}
