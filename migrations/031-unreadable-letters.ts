import type { Knex } from 'knex';

/** Letters that nobody could read go after a day: which those are is asked every minute. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX dead_letters_unreadable ON dead_letters (parked_at) WHERE reason = 'undecodable';
    COMMENT ON COLUMN dead_letters.people IS
      'Keyed hashes of the addresses and numbers in it. None where it could not be read: it goes after a day.';
  `);
}
