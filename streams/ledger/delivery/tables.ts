import { Rows } from '../store/rows';
import { defineTable, type StoredRows, type Write } from '../store/table';
import { attemptKey, timerKey } from '../store/row-keys';
import type { Channel, PaidChannel } from '../../../schemas/channels';
import type { Review } from '../../channels/paid-facts';

/** `queued` lasts from the moment a send is queued until the provider's last report (NUDGE-5). */
export type SendState =
  'armed' | 'scheduled' | 'queued' | 'delivered' | 'read' | 'failed' | 'rejected' | 'skipped' | 'cancelled';

/** A nudge on one channel, queued or refused; or an email that brings a fresh link. */
export interface Send {
  readonly businessId: string;
  readonly id: string;
  readonly messageId: string;
  readonly recipientId: string;
  readonly channel: Channel;
  /** Number of the nudge that it belongs to; null for an email that only brings a fresh link. */
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
  /** A provider has answered one of its attempts, so it was not unreachable all the time. */
  readonly answered: boolean;
  readonly providerId: string | null;
  readonly sendAt: Date | null;
  readonly escalateAfterMinutes: number | null;
  readonly escalatesAt: Date | null;
  /** The deadline passed before the email went out, so the minutes count from the email. */
  readonly awaitsEmail: boolean;
  /** A text follows if this WhatsApp message proves undeliverable. */
  readonly fallbackAsked: boolean;
  /** The channel that this send replaces. */
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

export const sends = defineTable<Send, 'message' | 'number'>('sends', {
  keyOf: ({ id }) => id,
  indexes: {
    message: ({ messageId }) => messageId,
    number: ({ businessId, phone }) => (phone === null ? null : `${businessId} ${phone}`),
  },
  key: ['business_id', 'id'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    id: 'text',
    message_id: 'text',
    recipient_id: 'text',
    channel: 'text',
    nudge: 'int',
    state: 'text',
    phone: 'text',
    country: 'text',
    credits: 'int',
    skipped_reason: 'text',
    error_code: 'text',
    attempt: 'int',
    answered: 'boolean',
    provider_id: 'text',
    send_at: 'timestamptz',
    escalate_after_minutes: 'int',
    escalates_at: 'timestamptz',
    awaits_email: 'boolean',
    fallback_asked: 'boolean',
    fallback_of: 'text',
    queued_at: 'timestamptz',
    submitted_at: 'timestamptz',
    delivered_at: 'timestamptz',
    read_at: 'timestamptz',
    bounced_at: 'timestamptz',
    complained_at: 'timestamptz',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
});

export type TimerKind = 'send' | 'escalate' | 'fallback' | 'retry' | 'plan';

export interface Timer {
  readonly businessId: string;
  readonly subjectId: string;
  readonly kind: TimerKind;
  readonly dueAt: Date;
  readonly partition: number;
}

export const timers = defineTable<Timer>('timers', {
  keyOf: timerKey,
  key: ['business_id', 'subject_id', 'kind'],
  onConflict: 'replace',
  columns: { business_id: 'text', subject_id: 'text', kind: 'text', due_at: 'timestamptz', partition: 'int' },
});

export interface TemplateReview {
  readonly orderStatus: string;
  readonly review: Review;
}

export const reviews = defineTable<TemplateReview>('template_reviews', {
  keyOf: ({ orderStatus }) => orderStatus,
  key: ['order_status'],
  onConflict: 'replace',
  columns: { order_status: 'text', review: 'text' },
});

/** An event that merchants receive by webhook, with its data at the time of the event. */
export interface EventRow {
  readonly businessId: string;
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly recipientId: string | null;
  readonly messageId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export const events = defineTable<EventRow>('events', {
  keyOf: ({ id }) => id,
  key: ['business_id', 'id'],
  onConflict: 'fail',
  columns: {
    business_id: 'text',
    id: 'text',
    type: 'text',
    occurred_at: 'timestamptz',
    recipient_id: 'text',
    message_id: 'text',
    data: 'jsonb',
  },
});

/** A sender writes it before it calls the provider; the ledger adds how it ended. */
export interface Attempt {
  readonly businessId: string;
  readonly sendId: string;
  readonly attempt: number;
  readonly outcome: string | null;
  /** A gate refused it at the last moment, so the provider is not called. */
  readonly skippedReason: string | null;
}

/** Senders insert these rows; the ledger only adds how each attempt ended. */
export const attempts: StoredRows<Attempt> = {
  newRows: () => new Rows<Attempt>(attemptKey, {}),
  writes: outcomesOf,
};

function outcomesOf({ written }: Rows<Attempt>): Write[] {
  const attempts = [...written.values()];
  if (attempts.length === 0) return [];
  return [
    {
      label: 'send_attempts',
      text: (first) => `
        UPDATE send_attempts a SET outcome = ended.outcome
        FROM unnest($${first}::text[], $${first + 1}::text[], $${first + 2}::int[], $${first + 3}::text[])
          AS ended (business_id, send_id, attempt, outcome)
        WHERE a.business_id = ended.business_id AND a.send_id = ended.send_id AND a.attempt = ended.attempt`,
      parameters: [
        attempts.map((row) => row.businessId),
        attempts.map((row) => row.sendId),
        attempts.map((row) => row.attempt),
        attempts.map((row) => row.outcome),
      ],
    },
  ];
}
