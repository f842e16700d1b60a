import type { Knex } from 'knex';

/** Ids say when something was asked for, not in which order it was applied: a list by them showed balances that jump. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE credit_entries ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY;
    CREATE UNIQUE INDEX credit_entries_in_order ON credit_entries (business_id, position);
    COMMENT ON COLUMN credit_entries.position IS 'Grows with every entry that is applied to the business.';
  `);
}
