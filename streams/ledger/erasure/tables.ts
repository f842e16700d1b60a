import { defineTable } from '../store/table';
import type { Erasure, QueuedDelivery } from './state';

export const erasures = defineTable<Erasure>('erasures', {
  keyOf: ({ id }) => id,
  key: ['business_id', 'id'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    id: 'text',
    kind: 'text',
    recipient_id: 'text',
    address_hash: 'bytea',
    numbers: 'jsonb',
    key_hash: 'bytea',
    fingerprint: 'bytea',
    counts: 'jsonb',
    started_at: 'timestamptz',
  },
});

/** The dispatcher writes them; an erasure takes them away. */
export const deliveries = defineTable<QueuedDelivery>('webhook_deliveries', {
  keyOf: ({ endpointId, eventId }) => `${endpointId} ${eventId}`,
  key: ['business_id', 'endpoint_id', 'event_id'],
  onConflict: 'fail',
  columns: { business_id: 'text', endpoint_id: 'text', event_id: 'text' },
});
