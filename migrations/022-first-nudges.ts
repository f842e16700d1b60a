import type { Knex } from 'knex';

/**
 * Messages that were there before nudges had numbers got 0, and their sends 1: an email of theirs that was still queued
 * counted as superseded and was called off, and their views told of no nudge.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE messages m SET nudge = 1
    WHERE m.nudge = 0 AND EXISTS (
      SELECT FROM sends s WHERE s.business_id = m.business_id AND s.message_id = m.id AND s.nudge = 1
    )
  `);
}
