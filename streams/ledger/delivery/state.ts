import type { Channel, PaidChannel } from '../../../schemas/channels';
import type { Review } from '../../channels/paid-facts';

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
  /** The channel that it takes the place of. */
  readonly fallbackOf: PaidChannel | null;
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

export interface TemplateReview {
  readonly orderStatus: string;
  readonly review: Review;
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
