import type { Knex } from 'knex';

/**
 * Stored answers. A request that gets no reply finds its answer here, and a repeated request gets the first answer
 * again.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE idempotency_records (
      business_id text NOT NULL,
      key_hash bytea NOT NULL,
      fingerprint bytea NOT NULL,
      command_id text NOT NULL UNIQUE,
      status int NOT NULL,
      body text NOT NULL,
      expires_at timestamptz NOT NULL,
      person text,
      people jsonb,
      PRIMARY KEY (business_id, key_hash)
    );
    CREATE INDEX idempotency_records_expiry ON idempotency_records (expires_at);
    CREATE INDEX idempotency_records_person ON idempotency_records (business_id, person) WHERE person IS NOT NULL;
    CREATE INDEX idempotency_records_people ON idempotency_records USING gin (people) WHERE people IS NOT NULL;
    COMMENT ON TABLE idempotency_records IS 'Answers that spent their Idempotency-Key, by keyed hash.';
    COMMENT ON COLUMN idempotency_records.person IS
      'The person in the answer: a recipient, or the keyed hash of an address that has no recipient.';
    COMMENT ON COLUMN idempotency_records.people IS 'The same for each item of a batch.';

    CREATE TABLE command_outcomes (
      command_id text PRIMARY KEY,
      business_id text NOT NULL,
      status int NOT NULL,
      body text NOT NULL,
      replayed boolean NOT NULL,
      stored_at timestamptz NOT NULL,
      person text,
      people jsonb
    );
    CREATE INDEX command_outcomes_age ON command_outcomes (stored_at);
    CREATE INDEX command_outcomes_person ON command_outcomes (business_id, person) WHERE person IS NOT NULL;
    CREATE INDEX command_outcomes_people ON command_outcomes USING gin (people) WHERE people IS NOT NULL;
    COMMENT ON TABLE command_outcomes IS
      'Answers that spent no key, kept for ten minutes, and longer while a dead letter holds the command.';
  `);
}
