import type { Knex } from 'knex';

/** A STOP and a change of number may be under way at the same time: who held the number when it was texted is asked later. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE recipients ADD COLUMN left_number_hash bytea, ADD COLUMN left_number_at timestamptz;
    CREATE INDEX recipients_left_number ON recipients (left_number_hash) WHERE left_number_hash IS NOT NULL;
    COMMENT ON COLUMN recipients.left_number_hash IS 'Keyed hash of the number that was held last, before the present one or none.';
    COMMENT ON COLUMN recipients.left_number_at IS 'Until when.';
  `);
}
