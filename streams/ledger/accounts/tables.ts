import { Rows } from '../store/rows';
import { defineTable, type StoredRows, type Write } from '../store/table';
import type { ChannelMode } from '../../channels/paid-facts';

/** A business, with its settings, its plan and its balance. */
export interface Business {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly sendingPaused: boolean;
  readonly balance: number;
  readonly lowBalanceThreshold: number;
  /** The present descent below the threshold was reported. A top-up that reaches the threshold resets it. */
  readonly lowBalanceTold: boolean;
  readonly plan: 'active' | 'past_due' | 'lapsed';
  readonly periodEndsAt: Date | null;
  readonly emailAllowance: number | null;
  /** The last month whose used-up allowance was reported. */
  readonly allowanceTold: string | null;
  readonly emailDailyCap: number;
  readonly recipientDailyEmails: number;
  readonly requestsPerSecond: number;
  readonly burst: number;
  readonly defaultCountry: string | null;
  readonly sendingDomain: string | null;
  readonly smsSender: string | null;
  readonly smsMode: ChannelMode;
  readonly smsAllowedCountries: readonly string[];
  /** When texts were first switched on. */
  readonly smsEnabledAt: Date | null;
  readonly whatsappMode: ChannelMode;
  readonly whatsappForwardEmail: string | null;
  /** Counts changes of settings. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

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

export interface ApiKey {
  readonly businessId: string;
  readonly id: string;
  readonly sha256: Buffer;
  readonly masked: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** The key that made it; null for a key from the dashboard. */
  readonly mintedBy: string | null;
  readonly detached: boolean;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

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

/** Copies of a key live for seconds, so no copy is left of a key that was revoked longer ago than this. */
export const REVOKED_LATELY_MS = 3_600_000;

/** Never changes once it is written. The balance of a business is the sum of its amounts (CREDIT-1). */
export interface CreditEntry {
  readonly businessId: string;
  readonly id: string;
  readonly kind: 'top_up' | 'charge' | 'refund' | 'adjustment';
  readonly amount: number;
  readonly balance: number;
  readonly sendId: string | null;
  readonly note: string | null;
  readonly createdAt: Date;
}

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

/** Where a business receives events. The dispatcher writes the health of the endpoint. */
export interface Endpoint {
  readonly businessId: string;
  readonly id: string;
  readonly url: string;
  /** Empty: all types. */
  readonly eventTypes: readonly string[];
  readonly description: string;
  /** Encrypted. */
  readonly secret: Buffer;
  readonly maskedSecret: string;
  readonly createdAt: Date;
}

/** Without the health columns, which the dispatcher writes. */
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

/** Endpoints that an operator enables again. The ledger's rows have no health, so this is an update of its own. */
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
