import type { Knex } from 'knex';

/**
 * Every table of a business begins with its id, so that they can be sharded on it when one server is not enough. There
 * are no foreign keys: the ledger is the only writer, and they cost 18 µs a push.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(PIPELINE);
  await knex.raw(ANSWERS);
  await knex.raw(ACCOUNTS);
  await knex.raw(MESSAGES);
}

const PIPELINE = `
  CREATE TABLE log_identity (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    cluster_id text NOT NULL,
    partitions int NOT NULL
  );
  COMMENT ON TABLE log_identity IS 'The Kafka cluster and partition count this database belongs to.';

  CREATE TABLE positions (
    partition int PRIMARY KEY,
    epoch bigint NOT NULL,
    position bigint NOT NULL,
    last_now_ms bigint NOT NULL
  ) WITH (fillfactor = 50);
  COMMENT ON TABLE positions IS 'Offset of commands to apply next, and the fence of its owner.';

  CREATE TABLE position_marks (
    partition int NOT NULL,
    marked_at timestamptz NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (partition, marked_at)
  );
  COMMENT ON TABLE position_marks IS 'Where a partition stood when: what was applied long enough ago is trimmed.';

  CREATE TABLE outbox (
    partition int NOT NULL,
    last_offset bigint NOT NULL,
    records jsonb NOT NULL,
    PRIMARY KEY (partition, last_offset)
  );
  COMMENT ON TABLE outbox IS 'Committed, not yet told in full.';

  CREATE TABLE dead_letters (
    id text PRIMARY KEY,
    partition int NOT NULL,
    log_offset bigint NOT NULL,
    command_id text,
    business_id text,
    reason text NOT NULL,
    error text NOT NULL,
    payload bytea NOT NULL,
    parked_at timestamptz NOT NULL,
    UNIQUE (partition, log_offset)
  );
  COMMENT ON TABLE dead_letters IS 'Commands that could not be applied.';
`;

const ANSWERS = `
  CREATE TABLE idempotency_records (
    business_id text NOT NULL,
    key_hash bytea NOT NULL,
    fingerprint bytea NOT NULL,
    command_id text NOT NULL UNIQUE,
    status int NOT NULL,
    body text NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, key_hash)
  );
  CREATE INDEX idempotency_records_expiry ON idempotency_records (expires_at);
  COMMENT ON TABLE idempotency_records IS 'Answers that spent their Idempotency-Key, by keyed hash.';

  CREATE TABLE command_outcomes (
    command_id text PRIMARY KEY,
    business_id text NOT NULL,
    status int NOT NULL,
    body text NOT NULL,
    replayed boolean NOT NULL,
    stored_at timestamptz NOT NULL
  );
  CREATE INDEX command_outcomes_age ON command_outcomes (stored_at);
  COMMENT ON TABLE command_outcomes IS 'Answers that spent no key, for a few minutes: whoever missed the reply finds it here.';
`;

const ACCOUNTS = `
  CREATE TABLE businesses (
    id text PRIMARY KEY,
    name text NOT NULL,
    active boolean NOT NULL,
    sending_paused boolean NOT NULL,
    balance bigint NOT NULL CHECK (balance >= 0),
    low_balance_threshold int NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );

  CREATE TABLE credit_entries (
    business_id text NOT NULL,
    id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('top_up', 'charge', 'refund')),
    amount bigint NOT NULL,
    balance bigint NOT NULL,
    send_id text,
    note text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, id),
    UNIQUE (business_id, send_id, kind)
  );
  COMMENT ON TABLE credit_entries IS 'Append only. The balance of a business is the sum of its amounts.';

  CREATE TABLE api_keys (
    business_id text NOT NULL,
    id text NOT NULL,
    sha256 bytea NOT NULL UNIQUE,
    masked text NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz,
    PRIMARY KEY (business_id, id)
  );
`;

const MESSAGES = `
  CREATE TABLE recipients (
    business_id text NOT NULL,
    id text NOT NULL,
    email text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, id),
    UNIQUE (business_id, email)
  );

  CREATE TABLE messages (
    business_id text NOT NULL,
    id text NOT NULL,
    recipient_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('one_off', 'updateable')),
    status text NOT NULL CHECK (status IN ('active', 'obsolete', 'retracted')),
    subject text NOT NULL,
    body text NOT NULL,
    nudged boolean NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, id)
  );

  CREATE TABLE sends (
    business_id text NOT NULL,
    id text NOT NULL,
    message_id text NOT NULL,
    recipient_id text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('email', 'sms', 'whatsapp')),
    state text NOT NULL,
    skipped_reason text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, id)
  );
  CREATE INDEX sends_of_message ON sends (business_id, message_id);
  COMMENT ON TABLE sends IS 'A nudge on one channel, or the refusal of one.';

  CREATE TABLE events (
    business_id text NOT NULL,
    id text NOT NULL,
    type text NOT NULL,
    occurred_at timestamptz NOT NULL,
    recipient_id text,
    message_id text,
    data jsonb NOT NULL,
    PRIMARY KEY (business_id, id)
  );
  COMMENT ON TABLE events IS 'What happened, with the data as it was then. Topics carry the id; the person is only here.';
`;
