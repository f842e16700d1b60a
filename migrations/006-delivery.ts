import type { Knex } from 'knex';

/** Nudges on their way: what each is, which attempts were made, how much of the caps is used, and what is due when. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(SENDS);
  await knex.raw(SENDERS);
  await knex.raw(TIMERS);
  await knex.raw(TEMPLATES);
}

/**
 * A message may have any number of sends: an updateable one is nudged again and again, and a refused text may be
 * resent. These indexes find the sends that still matter without reading the others. None names a column that changes
 * when a delivery is reported (`state` among them): such an update would renew all indexes of the row.
 */
const SENDS = `
  CREATE TABLE sends (
    business_id text NOT NULL,
    id text NOT NULL,
    message_id text NOT NULL,
    recipient_id text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('email', 'sms', 'whatsapp')),
    nudge int DEFAULT 1,
    state text NOT NULL CONSTRAINT sends_state CHECK (state IN
      ('armed', 'scheduled', 'queued', 'delivered', 'read', 'failed', 'rejected', 'skipped', 'cancelled')),
    phone text,
    country text,
    credits int NOT NULL DEFAULT 0,
    skipped_reason text,
    error_code text,
    attempt int NOT NULL DEFAULT 1,
    answered boolean NOT NULL DEFAULT false,
    provider_id text,
    send_at timestamptz,
    escalate_after_minutes int,
    escalates_at timestamptz,
    awaits_email boolean NOT NULL DEFAULT false,
    fallback_asked boolean NOT NULL DEFAULT false,
    fallback_of text,
    queued_at timestamptz,
    submitted_at timestamptz,
    delivered_at timestamptz,
    read_at timestamptz,
    bounced_at timestamptz,
    complained_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, id)
  );
  CREATE INDEX sends_of_message_in_order ON sends (business_id, message_id, channel, nudge, created_at);
  CREATE INDEX sends_fallbacks ON sends (business_id, message_id, nudge) WHERE fallback_of IS NOT NULL;
  -- Nearly no message has more than 16 nudges, so nearly no email takes an entry here.
  CREATE INDEX sends_reported_emails ON sends (business_id, message_id, created_at)
    WHERE channel = 'email' AND nudge > 16 AND (submitted_at IS NOT NULL OR skipped_reason IS NOT NULL);
  -- Queued, and perhaps never attempted.
  CREATE INDEX sends_unattempted ON sends (channel, queued_at)
    WHERE queued_at IS NOT NULL AND submitted_at IS NULL AND skipped_reason IS NULL AND error_code IS NULL;
  CREATE INDEX sends_to_number ON sends (business_id, phone, queued_at) WHERE phone IS NOT NULL;
  CREATE INDEX sends_whatsapp_to ON sends (phone, queued_at) WHERE channel = 'whatsapp' AND queued_at IS NOT NULL;
  CREATE INDEX sends_whatsapp_quoted ON sends (provider_id) WHERE channel = 'whatsapp' AND provider_id IS NOT NULL;
  COMMENT ON TABLE sends IS 'A nudge on one channel, or the refusal of one, or an email that brings a fresh link.';
  COMMENT ON COLUMN sends.nudge IS 'Number of the nudge it belongs to; null for an email that brings a fresh link.';
  COMMENT ON COLUMN sends.country IS
    'The country whose price was charged. No attempt goes to a number of another country.';
  COMMENT ON COLUMN sends.attempt IS 'The attempt that is due or under way.';
  COMMENT ON COLUMN sends.answered IS 'A provider has answered one of its attempts.';
  COMMENT ON COLUMN sends.awaits_email IS
    'Its deadline passed before the email went out, so the deadline starts again when the email goes.';
`;

const SENDERS = `
  CREATE TABLE send_attempts (
    business_id text NOT NULL,
    send_id text NOT NULL,
    attempt int NOT NULL,
    sender text NOT NULL,
    started_at timestamptz NOT NULL,
    outcome text,
    skipped_reason text,
    parked_at timestamptz,
    PRIMARY KEY (business_id, send_id, attempt)
  );
  CREATE INDEX send_attempts_open ON send_attempts (started_at) WHERE outcome IS NULL;
  COMMENT ON TABLE send_attempts IS
    'Written before the provider is called. Without an outcome, the call may be under way.';
  COMMENT ON COLUMN send_attempts.started_at IS 'Real time, because it is compared with a time-out.';
  COMMENT ON COLUMN send_attempts.skipped_reason IS
    'A gate refused the attempt when it was claimed. It is stored so that a repeat decides the same.';
  COMMENT ON COLUMN send_attempts.parked_at IS
    'The command with its result was parked: the send waits for an operator and is not swept.';

  CREATE TABLE send_counters (
    business_id text NOT NULL,
    counter text NOT NULL,
    period text NOT NULL,
    used int NOT NULL,
    PRIMARY KEY (business_id, counter, period)
  ) WITH (fillfactor = 50);
  CREATE INDEX send_counters_age ON send_counters (period);
  COMMENT ON TABLE send_counters IS
    'Sends of a business by day or month (UTC), each counted with its first attempt; per person under a keyed hash.';
`;

/**
 * The timer or attempt of a parked command is marked, so that it is not fired or swept again and again. The replay of
 * the dead letter ends it as usual. The mark names the deadline, so it no longer holds once the deadline moves.
 */
const TIMERS = `
  CREATE TABLE timers (
    business_id text NOT NULL,
    subject_id text NOT NULL,
    kind text NOT NULL,
    due_at timestamptz NOT NULL,
    partition int NOT NULL,
    parked_due_at timestamptz,
    PRIMARY KEY (business_id, subject_id, kind)
  );
  CREATE INDEX timers_due ON timers (partition, due_at);
  COMMENT ON TABLE timers IS 'Deadlines. A row goes when its command has been applied.';
  COMMENT ON COLUMN timers.parked_due_at IS 'The due_at whose command was parked: it is not fired again.';
`;

const TEMPLATES = `
  CREATE TABLE template_reviews (
    order_status text PRIMARY KEY,
    review text NOT NULL CHECK (review IN ('approved', 'in_review', 'rejected'))
  );
  COMMENT ON TABLE template_reviews IS
    'How the WhatsApp platform reviewed each template. A template without a row has the review of the configuration.';
`;
