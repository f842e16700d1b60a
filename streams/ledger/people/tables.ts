import { defineTable } from '../store/table';
import { addressKey, hashKey, numberKey, textedKey } from '../store/row-keys';
import type {
  Acknowledgement,
  Notice,
  NumberStop,
  PlatformSuppression,
  Recipient,
  Suppression,
  TextedStop,
  UnreachableNumber,
  WhatsappReply,
} from './state';

export const recipients = defineTable<Recipient, 'email' | 'phone'>('recipients', {
  keyOf: ({ id }) => id,
  indexes: {
    email: ({ businessId, email }) => `${businessId} ${email}`,
    phone: ({ businessId, phone }) => (phone === null ? null : `${businessId} ${phone}`),
  },
  key: ['business_id', 'id'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    id: 'text',
    email: 'text',
    phone: 'text',
    phone_country: 'text',
    left_number_hash: 'bytea',
    left_number_at: 'timestamptz',
    sms_consent_at: 'timestamptz',
    sms_consent_source: 'text',
    sms_text_stopped_at: 'timestamptz',
    sms_stopped_at: 'timestamptz',
    sms_stop_source: 'text',
    whatsapp_opted_in_at: 'timestamptz',
    whatsapp_opt_in_source: 'text',
    whatsapp_opt_in_wording: 'text',
    whatsapp_text_stopped_at: 'timestamptz',
    whatsapp_stopped_at: 'timestamptz',
    whatsapp_withdrawn_at: 'timestamptz',
    unsubscribed_at: 'timestamptz',
    suppressed_at: 'timestamptz',
    created_at: 'timestamptz',
  },
});

export const numberStops = defineTable<NumberStop, 'number'>('number_stops', {
  keyOf: (row) => `${numberKey(row)} ${row.channel} ${row.source}`,
  indexes: {
    number: numberKey,
  },
  key: ['business_id', 'number_hash', 'channel', 'source'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    number_hash: 'bytea',
    channel: 'text',
    source: 'text',
    stopped_at: 'timestamptz',
  },
});

export const suppressions = defineTable<Suppression, 'address'>('suppressions', {
  keyOf: (row) => `${addressKey(row)} ${row.kind}`,
  indexes: {
    address: addressKey,
  },
  key: ['business_id', 'address_hash', 'kind'],
  onConflict: 'replace',
  columns: { business_id: 'text', address_hash: 'bytea', kind: 'text', suppressed_at: 'timestamptz' },
});

export const platformSuppressions = defineTable<PlatformSuppression>('platform_suppressions', {
  keyOf: ({ addressHash }) => hashKey(addressHash),
  key: ['address_hash'],
  onConflict: 'replace',
  columns: { address_hash: 'bytea', suppressed_at: 'timestamptz' },
});

export const unreachableNumbers = defineTable<UnreachableNumber>('unreachable_numbers', {
  keyOf: ({ numberHash }) => hashKey(numberHash),
  key: ['number_hash'],
  onConflict: 'replace',
  columns: { number_hash: 'bytea', until: 'timestamptz' },
});

export const acknowledgements = defineTable<Acknowledgement, 'recipient'>('acknowledgements', {
  keyOf: numberKey,
  indexes: {
    recipient: ({ recipientId }) => recipientId,
  },
  key: ['business_id', 'number_hash'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    number_hash: 'bytea',
    recipient_id: 'text',
    acknowledged_at: 'timestamptz',
  },
});

export const textedStops = defineTable<TextedStop, 'number'>('texted_stops', {
  keyOf: textedKey,
  indexes: {
    number: ({ numberHash }) => hashKey(numberHash),
  },
  key: ['number_hash', 'own_number', 'channel'],
  onConflict: 'replace',
  columns: { number_hash: 'bytea', own_number: 'text', channel: 'text', stopped_at: 'timestamptz' },
});

export const replies = defineTable<WhatsappReply, 'provider'>('whatsapp_replies', {
  keyOf: ({ id }) => id,
  indexes: {
    provider: ({ businessId, providerId }) => `${businessId} ${providerId}`,
  },
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

export const notices = defineTable<Notice, 'cause' | 'texted'>('notices', {
  keyOf: ({ id }) => id,
  indexes: {
    cause: ({ cause }) => cause,
    // Taken or not, what answers a text has the number that it comes from; one that is only remembered has none.
    texted: ({ channel, sender, recipientId }) => (channel === 'sms' && sender !== null ? recipientId : null),
  },
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
