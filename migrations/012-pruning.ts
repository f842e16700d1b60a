import type { Knex } from 'knex';

/** What is dropped by its age is found by its age, however much of it is young. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX send_counters_age ON send_counters (period);
    CREATE INDEX short_links_age ON short_links (expires_at);
    CREATE INDEX unreachable_numbers_age ON unreachable_numbers (until);
    CREATE INDEX dead_letters_age ON dead_letters (parked_at);
  `);
}
