import type { Knex } from 'knex';

/** A number may change its country after a nudge was charged, and more than once before it goes: each time the difference is entered. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE credit_entries
      DROP CONSTRAINT credit_entries_kind_check,
      ADD CONSTRAINT credit_entries_kind CHECK (kind IN ('top_up', 'charge', 'refund', 'adjustment')),
      DROP CONSTRAINT credit_entries_business_id_send_id_kind_key;
    CREATE UNIQUE INDEX credit_entries_once ON credit_entries (business_id, send_id, kind) WHERE kind <> 'adjustment';
    COMMENT ON COLUMN sends.country IS 'The country whose price was charged: no attempt is made to a number of another.';
  `);
}
