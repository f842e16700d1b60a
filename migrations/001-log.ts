import type { Knex } from 'knex';

/**
 * How far the log of commands has been applied, what its transactions have yet to publish, and what could not be
 * applied.
 *
 * The first column of each table of a business is its id, so the tables can be sharded by it once one server is not
 * enough. There are no foreign keys: the ledger is the only writer, and foreign keys cost 18 µs a push.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(POSITIONS);
  await knex.raw(DEAD_LETTERS);
  await knex.raw(CLOCK);
}

const POSITIONS = `
  CREATE TABLE log_identity (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    cluster_id text NOT NULL,
    partitions int NOT NULL
  );
  COMMENT ON TABLE log_identity IS 'The Kafka cluster and the number of partitions that this database belongs to.';

  CREATE TABLE positions (
    partition int PRIMARY KEY,
    epoch bigint NOT NULL,
    position bigint NOT NULL,
    last_now_ms bigint NOT NULL
  ) WITH (fillfactor = 50);
  COMMENT ON TABLE positions IS 'The offset of commands to apply next, and the epoch that fences earlier owners.';

  CREATE TABLE position_marks (
    partition int NOT NULL,
    marked_at timestamptz NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (partition, marked_at)
  );
  COMMENT ON TABLE position_marks IS
    'The position of a partition over time: commands applied long enough ago are trimmed.';

  CREATE TABLE outbox (
    partition int NOT NULL,
    last_offset bigint NOT NULL,
    records bytea NOT NULL,
    PRIMARY KEY (partition, last_offset)
  );
  COMMENT ON TABLE outbox IS 'Committed records that are not all published yet.';
  COMMENT ON COLUMN outbox.records IS 'All records of a batch as one Avro value.';
`;

const DEAD_LETTERS = `
  CREATE TABLE dead_letters (
    id text PRIMARY KEY,
    partition int NOT NULL,
    log_offset bigint NOT NULL,
    command_id text,
    business_id text,
    reason text NOT NULL,
    error text NOT NULL,
    payload bytea NOT NULL,
    people jsonb NOT NULL DEFAULT '[]',
    parked_at timestamptz NOT NULL,
    taken_at timestamptz,
    replayed_at timestamptz,
    UNIQUE (partition, log_offset)
  );
  CREATE INDEX dead_letters_people ON dead_letters USING gin (people);
  CREATE INDEX dead_letters_age ON dead_letters (parked_at);
  CREATE INDEX dead_letters_to_replay ON dead_letters (command_id) WHERE replayed_at IS NULL;
  CREATE INDEX dead_letters_unreadable ON dead_letters (parked_at) WHERE reason = 'undecodable';
  COMMENT ON TABLE dead_letters IS 'Commands that could not be applied.';
  COMMENT ON COLUMN dead_letters.people IS
    'Keyed hashes of the addresses and numbers in it. Empty if it cannot be read: then it is dropped after a day.';
  COMMENT ON COLUMN dead_letters.taken_at IS 'An operator is replaying it.';
  COMMENT ON COLUMN dead_letters.replayed_at IS
    'The ledger answered its replay. If the replay failed too, it is parked again under another id.';
`;

const CLOCK = `
  CREATE TABLE clock (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version bigint NOT NULL,
    offset_ms bigint NOT NULL CHECK (offset_ms >= 0)
  );
  COMMENT ON TABLE clock IS
    'How far local use and tests have moved the clock of the product. Production never moves it.';
  COMMENT ON COLUMN clock.version IS 'Counts the moves.';
  INSERT INTO clock (version, offset_ms) VALUES (0, 0);
`;
