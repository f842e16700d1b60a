import { Rows } from '../store/rows';
import { defineTable, type StoredRows, type Write } from '../store/table';
import type { ChannelMode } from '../../channels/paid-facts';

export interface Business {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly sendingPaused: boolean;
  readonly balance: number;
  readonly lowBalanceThreshold: number;
  /** The descent below the threshold has been told; a top-up arms it again. */
  readonly lowBalanceTold: boolean;
  readonly plan: 'active' | 'past_due' | 'lapsed';
  readonly periodEndsAt: Date | null;
  readonly emailAllowance: number | null;
  /** Month whose used-up allowance has been told. */
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
  /** The key that made it; null from the dashboard. */
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

/** Copies of a key are kept for seconds, so what was revoked longer ago than this is forgotten everywhere. */
export const REVOKED_LATELY_MS = 3_600_000;

/** Never changed once written; the balance of a business is the sum of its amounts. */
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

/** Where a business hears of events. How it does there is the dispatcher's to write. */
export interface Endpoint {
  readonly businessId: string;
  readonly id: string;
  readonly url: string;
  /** Empty: all. */
  readonly eventTypes: readonly string[];
  readonly description: string;
  /** Encrypted. */
  readonly secret: Buffer;
  readonly maskedSecret: string;
  readonly createdAt: Date;
}

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
