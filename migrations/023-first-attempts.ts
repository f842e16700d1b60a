import type { Knex } from 'knex';

/**
 * A delivery that is tried at once, as nearly all are, stands in no index by its state: its ending then changes its row and
 * nothing else, where it took new entries in every index. Half of each page is left free for that. Only what has to be looked
 * for stands in line: `next_at` is set for a retry, for what found no room, and for a first attempt that never ended, which is
 * found by its age.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE webhook_deliveries
      DROP CONSTRAINT webhook_deliveries_check,
      ADD CONSTRAINT webhook_deliveries_in_line CHECK (next_at IS NULL OR state = 'waiting'),
      DROP COLUMN is_retry,
      ADD COLUMN is_retry boolean NOT NULL GENERATED ALWAYS AS (attempt > 0 AND next_at IS NOT NULL) STORED,
      SET (fillfactor = 50);
    DROP INDEX webhook_deliveries_ended;
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (partition, business_id, endpoint_id, is_retry, next_at)
      WHERE next_at IS NOT NULL;
    CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (partition, created_at);
    COMMENT ON COLUMN webhook_deliveries.next_at IS
      'When to try, or to try again should the process die that has it in hand. Null also while it waits for its first attempt.';
    COMMENT ON COLUMN webhook_deliveries.is_retry IS 'In line for another attempt.';

    ALTER TABLE webhook_positions
      ADD COLUMN closed_to timestamptz NOT NULL DEFAULT '-infinity',
      ADD COLUMN swept_to timestamptz NOT NULL DEFAULT '-infinity';
    UPDATE webhook_positions p SET closed_to = d.youngest, swept_to = d.youngest
    FROM (SELECT partition, max(created_at) AS youngest FROM webhook_deliveries GROUP BY partition) d
    WHERE p.partition = d.partition;
    COMMENT ON COLUMN webhook_positions.closed_to IS 'Nothing is made before then any more.';
    COMMENT ON COLUMN webhook_positions.swept_to IS 'What was made before then and waits stands in line. Never past closed_to.';
  `);
}
