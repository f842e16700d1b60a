import type { Knex } from 'knex';

/** Erasures under way. They hold ids and keyed hashes, so the row itself names nobody. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE erasures (
      business_id text NOT NULL,
      id text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('recipient', 'whatsapp')),
      recipient_id text,
      address_hash bytea NOT NULL,
      numbers jsonb NOT NULL,
      key_hash bytea,
      fingerprint bytea,
      counts jsonb NOT NULL,
      started_at timestamptz NOT NULL,
      PRIMARY KEY (business_id, id)
    );
    COMMENT ON TABLE erasures IS 'Erasures under way, by the command that began them. The last step deletes the row.';
    COMMENT ON COLUMN erasures.numbers IS
      'Keyed hashes of the numbers found so far: the last one held, and those of the sends that are erased.';
  `);
}
