import type { Knex } from 'knex';

/**
 * What a dead letter leaves waiting is marked, so that nobody fires or sweeps it again and again while it cannot be
 * applied; the replay of the letter ends it as ever. A timer is parked for the moment it was due at, so one that is
 * moved is parked no more.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE dead_letters ADD COLUMN replayed_at timestamptz;
    COMMENT ON COLUMN dead_letters.replayed_at IS 'An operator put it back into the log. Should it fail again, it is parked again under another id.';

    ALTER TABLE timers ADD COLUMN parked_due_at timestamptz;
    COMMENT ON COLUMN timers.parked_due_at IS 'The due_at whose command was put aside: not fired again.';

    ALTER TABLE send_attempts ADD COLUMN parked_at timestamptz;
    COMMENT ON COLUMN send_attempts.parked_at IS 'Its result was put aside: the send waits for an operator and is not swept.';
  `);
}
