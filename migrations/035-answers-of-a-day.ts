import type { Knex } from 'knex';

/** How many answers by text a number got today is asked for each word that it texts. What was only remembered is not among them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX notices_texted ON notices (recipient_id, created_at) WHERE channel = 'sms' AND sender IS NOT NULL;
  `);
}
