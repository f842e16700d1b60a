import type { Knex } from 'knex';

/** A replay counts once it is answered. Until then its letter is only taken, and free again when whoever took it has died. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE dead_letters ADD COLUMN taken_at timestamptz;
    COMMENT ON COLUMN dead_letters.taken_at IS 'An operator is having it replayed.';
    COMMENT ON COLUMN dead_letters.replayed_at IS 'The ledger answered its replay. Should it have failed again, it is parked again under another id.';
  `);
}
