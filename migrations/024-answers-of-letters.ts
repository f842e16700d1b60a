import type { Knex } from 'knex';

/** An answer is kept for as long as its command can be replayed: which those are is asked every few seconds. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX dead_letters_to_replay ON dead_letters (command_id) WHERE replayed_at IS NULL;
    COMMENT ON TABLE command_outcomes IS
      'Answers that spent no key, for a few minutes: whoever missed the reply finds it here. Longer where a dead letter holds the command.';
  `);
}
