import { defineTable } from './table';
import type { ApiKey, Business, CreditEntry, Endpoint } from '../accounts/state';
import type { CommandOutcome, IdempotencyRecord } from '../answers/state';
import type { EventRow, Send, TemplateReview, Timer } from '../delivery/state';
import type { Message } from '../messages/state';
import type { NumberStop, PlatformSuppression, Recipient, Suppression, UnreachableNumber } from '../people/state';

/** An expired record is overwritten: after 24 hours the same key is a new request. */
export const idempotencyRecords = defineTable<IdempotencyRecord>('idempotency_records', {
  key: ['business_id', 'key_hash'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    key_hash: 'bytea',
    fingerprint: 'bytea',
    command_id: 'text',
    status: 'int',
    body: 'text',
    expires_at: 'timestamptz',
    person: 'text',
    people: 'jsonb',
  },
});

export const commandOutcomes = defineTable<CommandOutcome>('command_outcomes', {
  key: ['command_id'],
  onConflict: 'replace',
  columns: {
    command_id: 'text',
    business_id: 'text',
    status: 'int',
    body: 'text',
    replayed: 'boolean',
    stored_at: 'timestamptz',
    person: 'text',
    people: 'jsonb',
  },
});

export const businesses = defineTable<Business>('businesses', {
  key: ['id'],
  onConflict: 'replace',
  columns: {
    id: 'text',
    name: 'text',
    active: 'boolean',
    sending_paused: 'boolean',
    balance: 'bigint',
    low_balance_threshold: 'int',
    low_balance_told: 'boolean',
    plan: 'text',
    period_ends_at: 'timestamptz',
    email_allowance: 'int',
    allowance_told: 'text',
    email_daily_cap: 'int',
    recipient_daily_emails: 'int',
    requests_per_second: 'int',
    burst: 'int',
    default_country: 'text',
    sending_domain: 'text',
    sms_sender: 'text',
    sms_mode: 'text',
    sms_allowed_countries: 'jsonb',
    sms_enabled_at: 'timestamptz',
    whatsapp_mode: 'text',
    whatsapp_forward_email: 'text',
    version: 'bigint',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
});

export const apiKeys = defineTable<ApiKey>('api_keys', {
  key: ['business_id', 'id'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    id: 'text',
    sha256: 'bytea',
    masked: 'text',
    name: 'text',
    scopes: 'jsonb',
    minted_by: 'text',
    detached: 'boolean',
    created_at: 'timestamptz',
    revoked_at: 'timestamptz',
  },
});

export const creditEntries = defineTable<CreditEntry>('credit_entries', {
  key: ['business_id', 'id'],
  onConflict: 'fail',
  columns: {
    business_id: 'text',
    id: 'text',
    kind: 'text',
    amount: 'bigint',
    balance: 'bigint',
    send_id: 'text',
    note: 'text',
    created_at: 'timestamptz',
  },
});

export const recipients = defineTable<Recipient>('recipients', {
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

export const messages = defineTable<Message>('messages', {
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

export const sends = defineTable<Send>('sends', {
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
  key: ['business_id', 'subject_id', 'kind'],
  onConflict: 'replace',
  columns: { business_id: 'text', subject_id: 'text', kind: 'text', due_at: 'timestamptz', partition: 'int' },
});

export const numberStops = defineTable<NumberStop>('number_stops', {
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

export const suppressions = defineTable<Suppression>('suppressions', {
  key: ['business_id', 'address_hash', 'kind'],
  onConflict: 'replace',
  columns: { business_id: 'text', address_hash: 'bytea', kind: 'text', suppressed_at: 'timestamptz' },
});

export const platformSuppressions = defineTable<PlatformSuppression>('platform_suppressions', {
  key: ['address_hash'],
  onConflict: 'replace',
  columns: { address_hash: 'bytea', suppressed_at: 'timestamptz' },
});

export const unreachableNumbers = defineTable<UnreachableNumber>('unreachable_numbers', {
  key: ['number_hash'],
  onConflict: 'replace',
  columns: { number_hash: 'bytea', until: 'timestamptz' },
});

export const templateReviews = defineTable<TemplateReview>('template_reviews', {
  key: ['order_status'],
  onConflict: 'replace',
  columns: { order_status: 'text', review: 'text' },
});

export const events = defineTable<EventRow>('events', {
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

/** Without the columns of their health, which are not the ledger's. */
export const webhookEndpoints = defineTable<Endpoint>('webhook_endpoints', {
  key: ['business_id', 'id'],
  onConflict: 'fail',
  columns: {
    business_id: 'text',
    id: 'text',
    url: 'text',
    event_types: 'jsonb',
    description: 'text',
    secret: 'bytea',
    masked_secret: 'text',
    created_at: 'timestamptz',
  },
});
