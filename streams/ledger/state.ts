import type { Answer } from '../runtime/commands/command-processor';
import type { ChannelMode, PaidChannel, Review } from '../rules/paid-gate';

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

export interface Recipient {
  readonly businessId: string;
  readonly id: string;
  readonly email: string;
  readonly phone: string | null;
  readonly phoneCountry: string | null;
  /** The number held before, and until when: a STOP from it may still be under way. */
  readonly leftNumberHash: Buffer | null;
  readonly leftNumberAt: Date | null;
  /** When a number was first accepted, and on which route: written once (2.10). */
  readonly smsConsentAt: Date | null;
  readonly smsConsentSource: string | null;
  /** A stop that START lifts; the other one stays (2.10). */
  readonly smsTextStoppedAt: Date | null;
  readonly smsStoppedAt: Date | null;
  readonly smsStopSource: string | null;
  readonly whatsappOptedInAt: Date | null;
  readonly whatsappOptInSource: string | null;
  readonly whatsappOptInWording: string | null;
  readonly whatsappTextStoppedAt: Date | null;
  readonly whatsappStoppedAt: Date | null;
  readonly whatsappWithdrawnAt: Date | null;
  readonly unsubscribedAt: Date | null;
  readonly suppressedAt: Date | null;
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
  /** Number of the newest nudge. */
  readonly nudge: number;
  /** When the newest nudge was followed. */
  readonly openedAt: Date | null;
  readonly obsoletedAt: Date | null;
  readonly retractedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type Channel = 'email' | PaidChannel;

/** D4: `queued` covers everything from the queue to the provider's last word. */
export type SendState =
  'armed' | 'scheduled' | 'queued' | 'delivered' | 'read' | 'failed' | 'rejected' | 'skipped' | 'cancelled';

/** A nudge on one channel, or the refusal of one; or an email that brings a fresh link. */
export interface Send {
  readonly businessId: string;
  readonly id: string;
  readonly messageId: string;
  readonly recipientId: string;
  readonly channel: Channel;
  /** Number of the nudge it belongs to; null: of none, for all it brings is a fresh link. */
  readonly nudge: number | null;
  readonly state: SendState;
  readonly phone: string | null;
  readonly country: string | null;
  /** Net of refunds. */
  readonly credits: number;
  readonly skippedReason: string | null;
  readonly errorCode: string | null;
  /** The attempt that is due or under way, from 1. */
  readonly attempt: number;
  /** A provider has answered one of its attempts: it was not unreachable all the time. */
  readonly answered: boolean;
  readonly providerId: string | null;
  readonly sendAt: Date | null;
  readonly escalateAfterMinutes: number | null;
  readonly escalatesAt: Date | null;
  /** Its deadline passed before the email went out: it counts anew from there. */
  readonly awaitsEmail: boolean;
  /** A text is still to go if this WhatsApp message proves undeliverable. */
  readonly fallbackAsked: boolean;
  readonly fallbackOf: 'whatsapp' | null;
  readonly queuedAt: Date | null;
  readonly submittedAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly readAt: Date | null;
  readonly bouncedAt: Date | null;
  readonly complainedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Written down by a sender before it calls the provider; the ledger adds how it ended. */
export interface Attempt {
  readonly businessId: string;
  readonly sendId: string;
  readonly attempt: number;
  readonly outcome: string | null;
  /** A gate refused it at the last moment: the provider is not called. */
  readonly skippedReason: string | null;
}

export type TimerKind = 'send' | 'escalate' | 'fallback' | 'retry' | 'plan';

export interface Timer {
  readonly businessId: string;
  readonly subjectId: string;
  readonly kind: TimerKind;
  readonly dueAt: Date;
  readonly partition: number;
}

export interface NumberStop {
  readonly businessId: string;
  readonly numberHash: Buffer;
  readonly channel: PaidChannel;
  readonly source: 'text' | 'inbox' | 'dashboard' | 'withdrawn';
  readonly stoppedAt: Date;
}

export interface Suppression {
  readonly businessId: string;
  readonly addressHash: Buffer;
  readonly kind: 'bounced' | 'complained' | 'unsubscribed';
  readonly suppressedAt: Date;
}

export interface PlatformSuppression {
  readonly addressHash: Buffer;
  readonly suppressedAt: Date;
}

export interface UnreachableNumber {
  readonly numberHash: Buffer;
  readonly until: Date;
}

export interface TemplateReview {
  readonly orderStatus: string;
  readonly review: Review;
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

/**
 * Whom an answer names, so that it can be erased with them: a recipient's id, or the keyed hash of an address that has no
 * recipient. An id goes before the hash, for whoever comes back after an erasure has a new one.
 */
export interface Naming {
  readonly person: string | null;
  /** The same for each item of a batch. */
  readonly people: readonly (string | null)[] | null;
}

/** An answer that spent its Idempotency-Key. */
export interface IdempotencyRecord extends Naming {
  readonly businessId: string;
  readonly keyHash: Buffer;
  readonly fingerprint: Buffer;
  readonly commandId: string;
  readonly status: number;
  readonly body: string;
  readonly expiresAt: Date;
}

/** An answer that spent no key, found by the id of its command. */
export interface CommandOutcome extends Answer, Naming {
  readonly commandId: string;
  readonly businessId: string;
  readonly storedAt: Date;
}
