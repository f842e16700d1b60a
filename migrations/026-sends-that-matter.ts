import type { Knex } from 'knex';

/**
 * A message may have any number of sends: an updateable one is nudged again and again, and a refused text may be asked for again.
 * What still matters of them is found without reading the others. The first 16 nudges, more than nearly any message has, take no
 * entry among the emails that were told of. No index names a column that changes when a delivery is reported: that would have to
 * renew all indexes of the row.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX sends_of_message_in_order ON sends (business_id, message_id, channel, nudge, created_at);
    DROP INDEX sends_of_message;
    CREATE INDEX sends_fallbacks ON sends (business_id, message_id, nudge) WHERE fallback_of IS NOT NULL;
    CREATE INDEX sends_told_emails ON sends (business_id, message_id, created_at)
      WHERE channel = 'email' AND nudge > 16 AND (submitted_at IS NOT NULL OR skipped_reason IS NOT NULL);
  `);
}
