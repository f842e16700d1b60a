import type { Knex } from 'knex';

/** Everything a nudge needs: whom it may reach and where, what it costs, how far it got, what is due when. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(ACCOUNTS);
  await knex.raw(PEOPLE);
  await knex.raw(MESSAGES);
  await knex.raw(SENDS);
  await knex.raw(TIMERS);
}

const ACCOUNTS = `
  ALTER TABLE businesses
    ADD COLUMN low_balance_told boolean NOT NULL DEFAULT false,
    ADD COLUMN sms_enabled_at timestamptz,
    ADD COLUMN allowance_told text;
  COMMENT ON COLUMN businesses.low_balance_told IS 'The descent below the threshold has been told; a top-up arms it again.';
  COMMENT ON COLUMN businesses.sms_enabled_at IS 'When texts were first switched on: the warm-up counts from here.';
  COMMENT ON COLUMN businesses.allowance_told IS 'Month (UTC, 2026-01) whose used-up allowance has been told.';

  CREATE TABLE template_reviews (
    order_status text PRIMARY KEY,
    review text NOT NULL CHECK (review IN ('approved', 'in_review', 'rejected'))
  );
  COMMENT ON TABLE template_reviews IS 'How the WhatsApp platform judged each template; what is missing goes by the setting.';
`;

const PEOPLE = `
  ALTER TABLE recipients
    ADD COLUMN phone text,
    ADD COLUMN phone_country text,
    ADD COLUMN sms_consent_at timestamptz,
    ADD COLUMN sms_consent_source text,
    ADD COLUMN sms_text_stopped_at timestamptz,
    ADD COLUMN sms_stopped_at timestamptz,
    ADD COLUMN sms_stop_source text,
    ADD COLUMN whatsapp_opted_in_at timestamptz,
    ADD COLUMN whatsapp_opt_in_source text,
    ADD COLUMN whatsapp_opt_in_wording text,
    ADD COLUMN whatsapp_text_stopped_at timestamptz,
    ADD COLUMN whatsapp_stopped_at timestamptz,
    ADD COLUMN whatsapp_withdrawn_at timestamptz,
    ADD COLUMN unsubscribed_at timestamptz,
    ADD COLUMN suppressed_at timestamptz;
  CREATE UNIQUE INDEX recipients_phone ON recipients (business_id, phone);

  CREATE TABLE number_stops (
    business_id text NOT NULL,
    number_hash bytea NOT NULL,
    channel text NOT NULL CHECK (channel IN ('sms', 'whatsapp')),
    source text NOT NULL CHECK (source IN ('text', 'inbox', 'dashboard', 'withdrawn')),
    stopped_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, number_hash, channel, source)
  );
  COMMENT ON TABLE number_stops IS 'A stop holds for whoever takes the number, also after an erasure: a keyed hash is all that is kept.';

  CREATE TABLE suppressions (
    business_id text NOT NULL,
    address_hash bytea NOT NULL,
    kind text NOT NULL CHECK (kind IN ('bounced', 'complained', 'unsubscribed')),
    suppressed_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, address_hash, kind)
  );
  COMMENT ON TABLE suppressions IS 'Outlives the recipient: a keyed hash of the address.';

  CREATE TABLE platform_suppressions (
    address_hash bytea PRIMARY KEY,
    suppressed_at timestamptz NOT NULL
  );
  COMMENT ON TABLE platform_suppressions IS 'Addresses proved undeliverable, for the shared sending domain. No business owns them.';

  CREATE TABLE unreachable_numbers (
    number_hash bytea PRIMARY KEY,
    until timestamptz NOT NULL
  );
  COMMENT ON TABLE unreachable_numbers IS 'Numbers that the WhatsApp platform says are not on it. No business owns them.';
`;

const MESSAGES = `
  ALTER TABLE messages
    ADD COLUMN nudge int NOT NULL DEFAULT 0,
    ADD COLUMN opened_at timestamptz;
  COMMENT ON COLUMN messages.nudge IS 'Number of the newest nudge; sends carry the number of theirs.';
  CREATE INDEX messages_updateable ON messages (business_id, recipient_id, id)
    WHERE kind = 'updateable' AND status = 'active';
`;

const SENDS = `
  ALTER TABLE sends
    ADD COLUMN nudge int NOT NULL DEFAULT 1,
    ADD COLUMN phone text,
    ADD COLUMN country text,
    ADD COLUMN credits int NOT NULL DEFAULT 0,
    ADD COLUMN error_code text,
    ADD COLUMN attempt int NOT NULL DEFAULT 1,
    ADD COLUMN answered boolean NOT NULL DEFAULT false,
    ADD COLUMN provider_id text,
    ADD COLUMN send_at timestamptz,
    ADD COLUMN escalate_after_minutes int,
    ADD COLUMN escalates_at timestamptz,
    ADD COLUMN awaits_email boolean NOT NULL DEFAULT false,
    ADD COLUMN fallback_asked boolean NOT NULL DEFAULT false,
    ADD COLUMN fallback_of text,
    ADD COLUMN queued_at timestamptz,
    ADD COLUMN submitted_at timestamptz,
    ADD COLUMN delivered_at timestamptz,
    ADD COLUMN read_at timestamptz,
    ADD COLUMN bounced_at timestamptz,
    ADD COLUMN complained_at timestamptz;
  ALTER TABLE sends ADD CONSTRAINT sends_state CHECK (state IN
    ('armed', 'scheduled', 'queued', 'delivered', 'read', 'failed', 'rejected', 'skipped', 'cancelled'));
  CREATE INDEX sends_to_number ON sends (business_id, phone, queued_at) WHERE phone IS NOT NULL;
  COMMENT ON COLUMN sends.attempt IS 'Attempt that is due or under way.';
  COMMENT ON COLUMN sends.answered IS 'A provider has answered one of its attempts.';
  COMMENT ON COLUMN sends.awaits_email IS 'Its deadline passed before the email went out: it counts anew from there.';

  CREATE TABLE send_attempts (
    business_id text NOT NULL,
    send_id text NOT NULL,
    attempt int NOT NULL,
    sender text NOT NULL,
    started_at timestamptz NOT NULL,
    outcome text,
    PRIMARY KEY (business_id, send_id, attempt)
  );
  CREATE INDEX send_attempts_open ON send_attempts (started_at) WHERE outcome IS NULL;
  COMMENT ON TABLE send_attempts IS 'Written before the provider is called. Without an outcome: it may be on the line.';
  COMMENT ON COLUMN send_attempts.started_at IS 'Real time, for it is compared with a technical time-out.';
`;

const TIMERS = `
  CREATE TABLE timers (
    business_id text NOT NULL,
    subject_id text NOT NULL,
    kind text NOT NULL,
    due_at timestamptz NOT NULL,
    partition int NOT NULL,
    PRIMARY KEY (business_id, subject_id, kind)
  );
  CREATE INDEX timers_due ON timers (partition, due_at);
  COMMENT ON TABLE timers IS 'What is due when. A row goes when its command has been applied.';
`;
