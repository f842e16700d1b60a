import type { Knex } from 'knex';

/**
 * Sends that were queued and may never have been attempted, by age. Its condition names only columns that change when a
 * send is submitted or given up: with `state` in it every report of a delivery would have to renew all indexes of the row.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX sends_unattempted ON sends (channel, queued_at)
      WHERE queued_at IS NOT NULL AND submitted_at IS NULL AND skipped_reason IS NULL AND error_code IS NULL;
  `);
}
