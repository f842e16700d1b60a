import type { Knex } from 'knex';

/**
 * Recipients, what stops their nudges, what they write to us and what answers it. Each row is found by the person it
 * names.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(RECIPIENTS);
  await knex.raw(STOPS);
  await knex.raw(REPLIES);
  await knex.raw(LINKS);
}

const RECIPIENTS = `
  CREATE TABLE recipients (
    business_id text NOT NULL,
    id text NOT NULL,
    email text NOT NULL,
    phone text,
    phone_country text,
    left_number_hash bytea,
    left_number_at timestamptz,
    sms_consent_at timestamptz,
    sms_consent_source text,
    sms_text_stopped_at timestamptz,
    sms_stopped_at timestamptz,
    sms_stop_source text,
    whatsapp_opted_in_at timestamptz,
    whatsapp_opt_in_source text,
    whatsapp_opt_in_wording text,
    whatsapp_text_stopped_at timestamptz,
    whatsapp_stopped_at timestamptz,
    whatsapp_withdrawn_at timestamptz,
    unsubscribed_at timestamptz,
    suppressed_at timestamptz,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, id),
    UNIQUE (business_id, email),
    CONSTRAINT recipients_phone UNIQUE (business_id, phone) DEFERRABLE INITIALLY IMMEDIATE
  );
  CREATE INDEX recipients_with_number ON recipients (phone) WHERE phone IS NOT NULL;
  CREATE INDEX recipients_left_number ON recipients (left_number_hash) WHERE left_number_hash IS NOT NULL;
  COMMENT ON CONSTRAINT recipients_phone ON recipients IS
    'Deferrable, so it is checked when a statement ends: one statement may pass a number on to another recipient.';
  COMMENT ON COLUMN recipients.left_number_hash IS
    'Keyed hash of the number held before the present one: a STOP from it may still be in the log.';
  COMMENT ON COLUMN recipients.left_number_at IS 'When the recipient left that number.';
`;

const STOPS = `
  CREATE TABLE number_stops (
    business_id text NOT NULL,
    number_hash bytea NOT NULL,
    channel text NOT NULL CHECK (channel IN ('sms', 'whatsapp')),
    source text NOT NULL CHECK (source IN ('text', 'inbox', 'dashboard', 'withdrawn')),
    stopped_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, number_hash, channel, source)
  );
  CREATE INDEX number_stops_texted ON number_stops (number_hash) WHERE source = 'text';
  COMMENT ON TABLE number_stops IS
    'A stop holds for the next holder of the number and outlives an erasure, so only a keyed hash is kept.';

  CREATE TABLE texted_stops (
    number_hash bytea NOT NULL,
    own_number text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('sms', 'whatsapp')),
    stopped_at timestamptz NOT NULL,
    PRIMARY KEY (number_hash, own_number, channel)
  );
  COMMENT ON TABLE texted_stops IS
    'Numbers that stopped a number of ours. They belong to no business. Every claim of a sender reads them.';

  CREATE TABLE suppressions (
    business_id text NOT NULL,
    address_hash bytea NOT NULL,
    kind text NOT NULL CHECK (kind IN ('bounced', 'complained', 'unsubscribed')),
    suppressed_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, address_hash, kind)
  );
  COMMENT ON TABLE suppressions IS 'Outlives the recipient, so only a keyed hash of the address is kept.';

  CREATE TABLE platform_suppressions (
    address_hash bytea PRIMARY KEY,
    suppressed_at timestamptz NOT NULL
  );
  COMMENT ON TABLE platform_suppressions IS
    'Undeliverable addresses, for the shared sending domain. They belong to no business.';

  CREATE TABLE unreachable_numbers (
    number_hash bytea PRIMARY KEY,
    until timestamptz NOT NULL
  );
  CREATE INDEX unreachable_numbers_age ON unreachable_numbers (until);
  COMMENT ON TABLE unreachable_numbers IS
    'Numbers that are not on WhatsApp, as the platform reported. They belong to no business.';
`;

const REPLIES = `
  CREATE TABLE whatsapp_replies (
    business_id text NOT NULL,
    id text NOT NULL,
    recipient_id text NOT NULL,
    message_id text NOT NULL,
    text text NOT NULL,
    provider_id text NOT NULL,
    forward_auto_reply_id text,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, id),
    UNIQUE (business_id, provider_id)
  );
  CREATE INDEX whatsapp_replies_of_recipient ON whatsapp_replies (business_id, recipient_id);
  CREATE INDEX whatsapp_replies_age ON whatsapp_replies (received_at);
  CREATE INDEX whatsapp_replies_by_provider_id ON whatsapp_replies (provider_id);

  CREATE TABLE acknowledgements (
    business_id text NOT NULL,
    number_hash bytea NOT NULL,
    recipient_id text,
    acknowledged_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, number_hash)
  );
  CREATE INDEX acknowledgements_of_recipient ON acknowledgements (recipient_id);
  COMMENT ON TABLE acknowledgements IS
    'When a number last got the answer that its reply was passed on. It gets one a day at most.';
  COMMENT ON COLUMN acknowledgements.recipient_id IS 'Who wrote from the number.';

  CREATE TABLE auto_replies (
    business_id text NOT NULL,
    id text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('email', 'sms', 'whatsapp')),
    recipient_id text NOT NULL,
    address text NOT NULL,
    sender text,
    subject text,
    text text NOT NULL,
    cause text NOT NULL,
    created_at timestamptz NOT NULL,
    taken_at timestamptz,
    PRIMARY KEY (business_id, id),
    UNIQUE (cause, channel)
  );
  CREATE INDEX auto_replies_of_recipient ON auto_replies (recipient_id);
  -- Each text from a number asks how many answers it got today. Rows that only remember a text have no sender.
  CREATE INDEX auto_replies_texted ON auto_replies (recipient_id, created_at)
    WHERE channel = 'sms' AND sender IS NOT NULL;
  COMMENT ON TABLE auto_replies IS
    'Free answers to what people write. A sender that takes one empties the row, which recognises repeats for a day.';
`;

/** A link has no room for the id of the business, so it is found by its code alone. */
const LINKS = `
  CREATE TABLE short_links (
    code text PRIMARY KEY,
    business_id text NOT NULL,
    recipient_id text NOT NULL,
    message_id text NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX short_links_of_recipient ON short_links (business_id, recipient_id);
  CREATE INDEX short_links_age ON short_links (expires_at);
  COMMENT ON TABLE short_links IS 'Codes of inbox links in texts and WhatsApp messages, and whose inbox they open.';
`;
