import { Rows } from '../store/rows';
import { defineTable, type StoredRows, type Write } from '../store/table';
import { attemptKey, timerKey } from '../store/row-keys';
import type { Attempt, EventRow, Send, TemplateReview, Timer } from './state';

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

export const timers = defineTable<Timer>('timers', {
  keyOf: timerKey,
  key: ['business_id', 'subject_id', 'kind'],
  onConflict: 'replace',
  columns: { business_id: 'text', subject_id: 'text', kind: 'text', due_at: 'timestamptz', partition: 'int' },
});

export const reviews = defineTable<TemplateReview>('template_reviews', {
  keyOf: ({ orderStatus }) => orderStatus,
  key: ['order_status'],
  onConflict: 'replace',
  columns: { order_status: 'text', review: 'text' },
});

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

/** A sender's rows; the ledger only adds how each attempt ended. */
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
