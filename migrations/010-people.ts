import type { Knex } from 'knex';

/** What recipients say to us, and what it takes to forget them: every row that names a person is found by that person. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(LINKS);
  await knex.raw(ERASURES);
  await knex.raw(REPLIES);
  await knex.raw(STOPS);
}

const LINKS = `
  ALTER TABLE idempotency_records ADD COLUMN person text, ADD COLUMN people jsonb;
  CREATE INDEX idempotency_records_person ON idempotency_records (business_id, person) WHERE person IS NOT NULL;
  CREATE INDEX idempotency_records_people ON idempotency_records USING gin (people) WHERE people IS NOT NULL;
  COMMENT ON COLUMN idempotency_records.person IS 'Whom the answer names: a recipient, or the keyed hash of an address that has none.';
  COMMENT ON COLUMN idempotency_records.people IS 'The same for each item of a batch.';

  ALTER TABLE command_outcomes ADD COLUMN person text, ADD COLUMN people jsonb;
  CREATE INDEX command_outcomes_person ON command_outcomes (business_id, person) WHERE person IS NOT NULL;
  CREATE INDEX command_outcomes_people ON command_outcomes USING gin (people) WHERE people IS NOT NULL;

  ALTER TABLE dead_letters ADD COLUMN people jsonb NOT NULL DEFAULT '[]';
  CREATE INDEX dead_letters_people ON dead_letters USING gin (people);
  COMMENT ON COLUMN dead_letters.people IS 'Keyed hashes of the addresses and numbers in it.';

  CREATE INDEX events_of_recipient ON events (business_id, recipient_id) WHERE recipient_id IS NOT NULL;
`;

const ERASURES = `
  CREATE TABLE erasures (
    business_id text NOT NULL,
    id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('recipient', 'whatsapp')),
    recipient_id text,
    address_hash bytea NOT NULL,
    number_hash bytea,
    key_hash bytea,
    fingerprint bytea,
    counts jsonb NOT NULL,
    started_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, id)
  );
  COMMENT ON TABLE erasures IS 'Erasures under way, by the command that began them. The row goes with the last of what it erases.';
`;

const REPLIES = `
  CREATE TABLE whatsapp_replies (
    business_id text NOT NULL,
    id text NOT NULL,
    recipient_id text NOT NULL,
    message_id text NOT NULL,
    text text NOT NULL,
    provider_id text NOT NULL,
    forward_notice_id text,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, id),
    UNIQUE (business_id, provider_id)
  );
  CREATE INDEX whatsapp_replies_of_recipient ON whatsapp_replies (business_id, recipient_id);
  CREATE INDEX whatsapp_replies_age ON whatsapp_replies (received_at);
  CREATE INDEX events_of_replies ON events (occurred_at) WHERE type = 'whatsapp.inbound_message';

  CREATE TABLE acknowledgements (
    business_id text NOT NULL,
    number_hash bytea NOT NULL,
    acknowledged_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, number_hash)
  );
  COMMENT ON TABLE acknowledgements IS 'When a number was last told that its reply was passed on: not again within a day.';

  CREATE TABLE notices (
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
  CREATE INDEX notices_of_recipient ON notices (recipient_id);
  COMMENT ON TABLE notices IS 'Free answers to what people write. The sender that takes one empties the row, which stays for a day to tell a repeat by.';

  CREATE INDEX sends_whatsapp_to ON sends (phone, queued_at) WHERE channel = 'whatsapp' AND queued_at IS NOT NULL;
  CREATE INDEX sends_whatsapp_quoted ON sends (provider_id) WHERE channel = 'whatsapp' AND provider_id IS NOT NULL;
`;

const STOPS = `
  CREATE TABLE texted_stops (
    number_hash bytea NOT NULL,
    own_number text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('sms', 'whatsapp')),
    stopped_at timestamptz NOT NULL,
    PRIMARY KEY (number_hash, own_number, channel)
  );
  COMMENT ON TABLE texted_stops IS 'Numbers that stopped a number of ours. No business owns them; asked at every claim.';

  CREATE INDEX number_stops_texted ON number_stops (number_hash) WHERE source = 'text';
  CREATE INDEX recipients_with_number ON recipients (phone) WHERE phone IS NOT NULL;
`;
