import type { Answer } from '../runtime/command-processor';

export interface Business {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly sendingPaused: boolean;
  readonly balance: number;
  readonly lowBalanceThreshold: number;
  readonly plan: 'active' | 'past_due' | 'lapsed';
  readonly periodEndsAt: Date | null;
  readonly emailAllowance: number | null;
  readonly emailDailyCap: number;
  readonly requestsPerSecond: number;
  readonly burst: number;
  readonly defaultCountry: string | null;
  readonly sendingDomain: string | null;
  readonly smsSender: string | null;
  readonly smsMode: ChannelMode;
  readonly smsAllowedCountries: readonly string[];
  readonly whatsappMode: ChannelMode;
  readonly whatsappForwardEmail: string | null;
  /** Counts changes of settings. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type ChannelMode = 'not_enabled' | 'off' | 'on_request' | 'on';

export interface ApiKey {
  readonly businessId: string;
  readonly id: string;
  readonly sha256: Buffer;
  readonly masked: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
}

/** Never changed once written; the balance of a business is the sum of its amounts. */
export interface CreditEntry {
  readonly businessId: string;
  readonly id: string;
  readonly kind: 'top_up' | 'charge' | 'refund';
  readonly amount: number;
  readonly balance: number;
  readonly sendId: string | null;
  readonly note: string | null;
  readonly createdAt: Date;
}

export interface Recipient {
  readonly businessId: string;
  readonly id: string;
  readonly email: string;
  readonly createdAt: Date;
}

export interface Message {
  readonly businessId: string;
  readonly id: string;
  readonly recipientId: string;
  readonly kind: 'one_off' | 'updateable';
  readonly status: 'active' | 'obsolete' | 'retracted';
  readonly subject: string;
  readonly body: string;
  readonly reference: string | null;
  readonly orderStatus: string | null;
  readonly scheduledFor: Date | null;
  readonly nudged: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface SendBase {
  readonly businessId: string;
  readonly id: string;
  readonly messageId: string;
  readonly recipientId: string;
  readonly channel: 'email' | 'sms' | 'whatsapp';
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A nudge on one channel, or the refusal of one. */
export type Send =
  | (SendBase & { readonly state: 'queued' })
  | (SendBase & { readonly state: 'skipped'; readonly skippedReason: string });

/** What merchants are told of by webhook, with the data as it was when it happened. */
export interface EventRow {
  readonly businessId: string;
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly recipientId: string | null;
  readonly messageId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An answer that spent its Idempotency-Key. */
export interface IdempotencyRecord {
  readonly businessId: string;
  readonly keyHash: Buffer;
  readonly fingerprint: Buffer;
  readonly commandId: string;
  readonly status: number;
  readonly body: string;
  readonly expiresAt: Date;
}

/** An answer that spent no key, found by the id of its command. */
export interface CommandOutcome extends Answer {
  readonly commandId: string;
  readonly businessId: string;
  readonly storedAt: Date;
}

/** Rows as they stand after a decision: new ones and changed ones alike. */
export interface Changes {
  readonly businesses?: readonly Business[];
  readonly apiKeys?: readonly ApiKey[];
  readonly creditEntries?: readonly CreditEntry[];
  readonly recipients?: readonly Recipient[];
  readonly messages?: readonly Message[];
  readonly sends?: readonly Send[];
  readonly events?: readonly EventRow[];
}
