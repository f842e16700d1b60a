import { defineTable } from './table';
import type {
  ApiKey,
  Business,
  CommandOutcome,
  CreditEntry,
  EventRow,
  IdempotencyRecord,
  Message,
  Recipient,
  Send,
} from './state';

/** An expired record is overwritten: after 24 hours the same key is a new request. */
export const idempotencyRecords = defineTable<IdempotencyRecord>('idempotency_records', {
  key: ['business_id', 'key_hash'],
  onConflict: 'replace',
  columns: {
    business_id: ['text', (row) => row.businessId],
    key_hash: ['bytea', (row) => row.keyHash],
    fingerprint: ['bytea', (row) => row.fingerprint],
    command_id: ['text', (row) => row.commandId],
    status: ['int', (row) => row.status],
    body: ['text', (row) => row.body],
    expires_at: ['timestamptz', (row) => row.expiresAt],
  },
});

export const commandOutcomes = defineTable<CommandOutcome>('command_outcomes', {
  key: ['command_id'],
  onConflict: 'replace',
  columns: {
    command_id: ['text', (row) => row.commandId],
    business_id: ['text', (row) => row.businessId],
    status: ['int', (row) => row.status],
    body: ['text', (row) => row.body],
    replayed: ['boolean', (row) => row.replayed],
    stored_at: ['timestamptz', (row) => row.storedAt],
  },
});

export const businesses = defineTable<Business>('businesses', {
  key: ['id'],
  onConflict: 'replace',
  columns: {
    id: ['text', (row) => row.id],
    name: ['text', (row) => row.name],
    active: ['boolean', (row) => row.active],
    sending_paused: ['boolean', (row) => row.sendingPaused],
    balance: ['bigint', (row) => row.balance],
    low_balance_threshold: ['int', (row) => row.lowBalanceThreshold],
    plan: ['text', (row) => row.plan],
    period_ends_at: ['timestamptz', (row) => row.periodEndsAt],
    email_allowance: ['int', (row) => row.emailAllowance],
    email_daily_cap: ['int', (row) => row.emailDailyCap],
    requests_per_second: ['int', (row) => row.requestsPerSecond],
    burst: ['int', (row) => row.burst],
    default_country: ['text', (row) => row.defaultCountry],
    sending_domain: ['text', (row) => row.sendingDomain],
    sms_sender: ['text', (row) => row.smsSender],
    sms_mode: ['text', (row) => row.smsMode],
    sms_allowed_countries: ['jsonb', (row) => JSON.stringify(row.smsAllowedCountries)],
    whatsapp_mode: ['text', (row) => row.whatsappMode],
    whatsapp_forward_email: ['text', (row) => row.whatsappForwardEmail],
    version: ['bigint', (row) => row.version],
    created_at: ['timestamptz', (row) => row.createdAt],
    updated_at: ['timestamptz', (row) => row.updatedAt],
  },
});

export const apiKeys = defineTable<ApiKey>('api_keys', {
  key: ['business_id', 'id'],
  onConflict: 'fail',
  columns: {
    business_id: ['text', (row) => row.businessId],
    id: ['text', (row) => row.id],
    sha256: ['bytea', (row) => row.sha256],
    masked: ['text', (row) => row.masked],
    name: ['text', (row) => row.name],
    scopes: ['jsonb', (row) => JSON.stringify(row.scopes)],
    created_at: ['timestamptz', (row) => row.createdAt],
  },
});

export const creditEntries = defineTable<CreditEntry>('credit_entries', {
  key: ['business_id', 'id'],
  onConflict: 'fail',
  columns: {
    business_id: ['text', (row) => row.businessId],
    id: ['text', (row) => row.id],
    kind: ['text', (row) => row.kind],
    amount: ['bigint', (row) => row.amount],
    balance: ['bigint', (row) => row.balance],
    send_id: ['text', (row) => row.sendId],
    note: ['text', (row) => row.note],
    created_at: ['timestamptz', (row) => row.createdAt],
  },
});

export const recipients = defineTable<Recipient>('recipients', {
  key: ['business_id', 'id'],
  onConflict: 'replace',
  columns: {
    business_id: ['text', (row) => row.businessId],
    id: ['text', (row) => row.id],
    email: ['text', (row) => row.email],
    created_at: ['timestamptz', (row) => row.createdAt],
  },
});

export const messages = defineTable<Message>('messages', {
  key: ['business_id', 'id'],
  onConflict: 'replace',
  columns: {
    business_id: ['text', (row) => row.businessId],
    id: ['text', (row) => row.id],
    recipient_id: ['text', (row) => row.recipientId],
    kind: ['text', (row) => row.kind],
    status: ['text', (row) => row.status],
    subject: ['text', (row) => row.subject],
    body: ['text', (row) => row.body],
    reference: ['text', (row) => row.reference],
    order_status: ['text', (row) => row.orderStatus],
    scheduled_for: ['timestamptz', (row) => row.scheduledFor],
    nudged: ['boolean', (row) => row.nudged],
    created_at: ['timestamptz', (row) => row.createdAt],
    updated_at: ['timestamptz', (row) => row.updatedAt],
  },
});

export const sends = defineTable<Send>('sends', {
  key: ['business_id', 'id'],
  onConflict: 'replace',
  columns: {
    business_id: ['text', (row) => row.businessId],
    id: ['text', (row) => row.id],
    message_id: ['text', (row) => row.messageId],
    recipient_id: ['text', (row) => row.recipientId],
    channel: ['text', (row) => row.channel],
    state: ['text', (row) => row.state],
    skipped_reason: ['text', (row) => (row.state === 'skipped' ? row.skippedReason : null)],
    created_at: ['timestamptz', (row) => row.createdAt],
    updated_at: ['timestamptz', (row) => row.updatedAt],
  },
});

export const events = defineTable<EventRow>('events', {
  key: ['business_id', 'id'],
  onConflict: 'fail',
  columns: {
    business_id: ['text', (row) => row.businessId],
    id: ['text', (row) => row.id],
    type: ['text', (row) => row.type],
    occurred_at: ['timestamptz', (row) => row.occurredAt],
    recipient_id: ['text', (row) => row.recipientId],
    message_id: ['text', (row) => row.messageId],
    data: ['jsonb', (row) => JSON.stringify(row.data)],
  },
});
