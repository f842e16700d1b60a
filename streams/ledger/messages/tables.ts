import { defineTable } from '../store/table';
import type { Message } from './state';

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
