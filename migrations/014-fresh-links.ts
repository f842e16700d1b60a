import type { Knex } from 'knex';

/** An email that brings a fresh link belongs to no nudge. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sends ALTER COLUMN nudge DROP NOT NULL;
    COMMENT ON COLUMN sends.nudge IS 'Number of the nudge it belongs to; null: of none, for all it brings is a fresh link.';
    COMMENT ON TABLE sends IS 'A nudge on one channel, or the refusal of one; or an email that brings a fresh link.';
  `);
}
