import type { Knex } from 'knex';

/** Each word that is texted asks which business texts from the number, and HELP whether any does. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX businesses_sms_sender ON businesses (sms_sender) WHERE sms_sender IS NOT NULL;
  `);
}
