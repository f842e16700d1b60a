import type { Erasure, QueuedDelivery } from '../erasure/state';
import type { Acknowledgement, Notice, WhatsappReply, TextedStop } from '../people/state';
import { defineTable } from './table';

// What people say to us, and what it takes to forget them.

export const erasures = defineTable<Erasure>('erasures', {
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

export const acknowledgements = defineTable<Acknowledgement>('acknowledgements', {
  key: ['business_id', 'number_hash'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    number_hash: 'bytea',
    recipient_id: 'text',
    acknowledged_at: 'timestamptz',
  },
});

export const textedStops = defineTable<TextedStop>('texted_stops', {
  key: ['number_hash', 'own_number', 'channel'],
  onConflict: 'replace',
  columns: { number_hash: 'bytea', own_number: 'text', channel: 'text', stopped_at: 'timestamptz' },
});

export const replies = defineTable<WhatsappReply>('whatsapp_replies', {
  key: ['business_id', 'id'],
  onConflict: 'fail',
  columns: {
    business_id: 'text',
    id: 'text',
    recipient_id: 'text',
    message_id: 'text',
    text: 'text',
    provider_id: 'text',
    forward_notice_id: 'text',
    received_at: 'timestamptz',
  },
});

export const notices = defineTable<Notice>('notices', {
  key: ['business_id', 'id'],
  onConflict: 'fail',
  columns: {
    business_id: 'text',
    id: 'text',
    channel: 'text',
    recipient_id: 'text',
    address: 'text',
    sender: 'text',
    subject: 'text',
    text: 'text',
    cause: 'text',
    created_at: 'timestamptz',
    taken_at: 'timestamptz',
  },
});

/** The dispatcher writes them; an erasure takes them away. */
export const deliveries = defineTable<QueuedDelivery>('webhook_deliveries', {
  key: ['business_id', 'endpoint_id', 'event_id'],
  onConflict: 'fail',
  columns: { business_id: 'text', endpoint_id: 'text', event_id: 'text' },
});
