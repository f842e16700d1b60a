import type { Knex } from 'knex';

/** An event that fails for good counts once against its endpoint, also when an operator has it tried again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE webhook_deliveries ADD COLUMN has_counted boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN webhook_deliveries.has_counted IS 'It failed before it was replayed.';
  `);
}
