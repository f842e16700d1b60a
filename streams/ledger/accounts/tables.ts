import { Rows } from '../store/rows';
import { defineTable, type StoredRows, type Write } from '../store/table';
import type { ApiKey, Business, CreditEntry, Endpoint } from './state';

export const businesses = defineTable<Business>('businesses', {
  keyOf: ({ id }) => id,
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

export const apiKeys = defineTable<ApiKey, 'business' | 'maker'>('api_keys', {
  keyOf: ({ id }) => id,
  indexes: {
    business: ({ businessId, revokedAt }) => (revokedAt === null ? businessId : null),
    maker: ({ mintedBy }) => mintedBy,
  },
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
  keyOf: ({ id }) => id,
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

/** Without the columns of their health, which are not the ledger's. */
export const endpoints = defineTable<Endpoint, 'business'>('webhook_endpoints', {
  keyOf: ({ id }) => id,
  indexes: {
    business: ({ businessId }) => businessId,
  },
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

type EnabledEndpoint = Pick<Endpoint, 'businessId' | 'id'>;

/** Endpoints that are given another chance: their health is not in the ledger's rows. */
export const enabledEndpoints: StoredRows<EnabledEndpoint> = {
  newRows: () => new Rows(({ id }) => id, {}),
  writes: enabledAgain,
};

function enabledAgain({ written }: Rows<EnabledEndpoint>): Write[] {
  const endpoints = [...written.values()];
  if (endpoints.length === 0) return [];
  return [
    {
      label: 'webhook_endpoints_enabled',
      text: (first) => `
        UPDATE webhook_endpoints w SET disabled_at = NULL, consecutive_failures = 0
        FROM unnest($${first}::text[], $${first + 1}::text[]) AS enabled (business_id, id)
        WHERE w.business_id = enabled.business_id AND w.id = enabled.id`,
      parameters: [endpoints.map(({ businessId }) => businessId), endpoints.map(({ id }) => id)],
    },
  ];
}
