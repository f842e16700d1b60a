import type { Knex } from 'knex';

/** A business may send one person so many emails a day, and no more. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE businesses ADD COLUMN recipient_daily_emails int NOT NULL DEFAULT 50;
    COMMENT ON TABLE send_counters IS
      'Sends of a business by day or month (UTC), each counted with its first attempt. To one person: under a keyed hash of the address.';
  `);
}
