import type { Knex } from 'knex';

/** Businesses with their settings, credits and API keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(BUSINESSES);
  await knex.raw(CREDITS);
  await knex.raw(API_KEYS);
}

const BUSINESSES = `
  CREATE TABLE businesses (
    id text PRIMARY KEY,
    name text NOT NULL,
    active boolean NOT NULL,
    sending_paused boolean NOT NULL,
    balance bigint NOT NULL CHECK (balance >= 0),
    low_balance_threshold int NOT NULL,
    low_balance_told boolean NOT NULL DEFAULT false,
    plan text NOT NULL DEFAULT 'active' CHECK (plan IN ('active', 'past_due', 'lapsed')),
    period_ends_at timestamptz,
    email_allowance int,
    allowance_told text,
    email_daily_cap int NOT NULL DEFAULT 10000,
    recipient_daily_emails int NOT NULL DEFAULT 50,
    requests_per_second int NOT NULL DEFAULT 100,
    burst int NOT NULL DEFAULT 200,
    default_country text,
    sending_domain text,
    sms_sender text,
    sms_mode text NOT NULL DEFAULT 'not_enabled',
    sms_allowed_countries jsonb NOT NULL DEFAULT '[]',
    sms_enabled_at timestamptz,
    whatsapp_mode text NOT NULL DEFAULT 'not_enabled',
    whatsapp_forward_email text,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  -- Each text from a person asks which business sends from the number.
  CREATE INDEX businesses_sms_sender ON businesses (sms_sender) WHERE sms_sender IS NOT NULL;
  COMMENT ON COLUMN businesses.low_balance_told IS
    'credits.low_balance has been published for this descent below the threshold; a top-up resets it.';
  COMMENT ON COLUMN businesses.allowance_told IS
    'Month (UTC, 2026-01) for which the event about the used-up allowance has been published.';
  COMMENT ON COLUMN businesses.sms_enabled_at IS 'When SMS was first enabled: the warm-up starts here.';
  COMMENT ON COLUMN businesses.version IS 'Counts changes of settings: of two cached copies the higher is newer.';
`;

const CREDITS = `
  CREATE TABLE credit_entries (
    business_id text NOT NULL,
    id text NOT NULL,
    position bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL CONSTRAINT credit_entries_kind CHECK (kind IN ('top_up', 'charge', 'refund', 'adjustment')),
    amount bigint NOT NULL,
    balance bigint NOT NULL,
    send_id text,
    note text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, id)
  );
  CREATE UNIQUE INDEX credit_entries_in_order ON credit_entries (business_id, position);
  -- The price is adjusted each time a number moves to another country before its send goes.
  CREATE UNIQUE INDEX credit_entries_once ON credit_entries (business_id, send_id, kind) WHERE kind <> 'adjustment';
  COMMENT ON TABLE credit_entries IS 'Append only. The balance of a business is the sum of its amounts.';
  COMMENT ON COLUMN credit_entries.position IS
    'Order in which entries were applied. Ids say when a command was issued: listed by them, balances would jump.';
`;

/**
 * A business may revoke any number of keys: the keys in force and those revoked lately are found without reading the
 * rest.
 */
const API_KEYS = `
  CREATE TABLE api_keys (
    business_id text NOT NULL,
    id text NOT NULL,
    sha256 bytea NOT NULL UNIQUE,
    masked text NOT NULL,
    name text NOT NULL,
    scopes jsonb NOT NULL DEFAULT '["messages", "recipients", "credits", "keys", "webhooks"]',
    minted_by text,
    detached boolean NOT NULL DEFAULT false,
    last_used_at timestamptz,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz,
    PRIMARY KEY (business_id, id)
  );
  CREATE INDEX api_keys_by_id ON api_keys (id);
  CREATE INDEX api_keys_in_force ON api_keys (business_id) WHERE revoked_at IS NULL;
  CREATE INDEX api_keys_revoked ON api_keys (business_id, revoked_at) WHERE revoked_at IS NOT NULL;
  CREATE INDEX api_keys_revoked_age ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL;
  COMMENT ON COLUMN api_keys.minted_by IS 'The key that created it, also a detached one; null from the dashboard.';
  COMMENT ON COLUMN api_keys.last_used_at IS 'Written by the ingress every few seconds, not by the ledger.';
`;
