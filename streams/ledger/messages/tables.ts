import { defineTable } from '../store/table';

/** An update about an order that a merchant pushed to one recipient. */
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
  /** When the message was opened after its newest nudge. */
  readonly openedAt: Date | null;
  readonly obsoletedAt: Date | null;
  readonly retractedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const messages = defineTable<Message, 'updateable'>('messages', {
  keyOf: ({ id }) => id,
  indexes: {
    updateable: ({ kind, status, recipientId, subject }) =>
      kind === 'updateable' && status === 'active' ? `${recipientId} ${subject}` : null,
  },
  key: ['business_id', 'id'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    id: 'text',
    recipient_id: 'text',
    kind: 'text',
    status: 'text',
    subject: 'text',
    body: 'text',
    reference: 'text',
    order_status: 'text',
    scheduled_for: 'timestamptz',
    nudged: 'boolean',
    nudge: 'int',
    opened_at: 'timestamptz',
    obsoleted_at: 'timestamptz',
    retracted_at: 'timestamptz',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
});
