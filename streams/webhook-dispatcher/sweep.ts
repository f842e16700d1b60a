import type { Database } from '../runtime/database';

export interface Sweep {
  readonly partitions: readonly number[];
  /** What is older and still waits for its first attempt has lost whoever was to make it. */
  readonly before: Date;
  readonly now: Date;
}

/**
 * A delivery is made by whoever tries it at once, and stands in no line meanwhile. Here is what finds it should that process
 * die: each is looked at once when it has had time enough, by its age, and put in line if it has not ended.
 *
 * The positions are locked first, as by whoever makes deliveries: so nobody is in the middle of making some that are older
 * than what was looked at, and who comes later makes none that old.
 */
export async function sweep(database: Database, { partitions, before, now }: Sweep): Promise<void> {
  const unswept = await database.query(UNSWEPT, [partitions, before]);
  if (unswept.length === 0) return;
  await database.transaction(async (sql) => {
    await sql.query(LOCK, [partitions]);
    await sql.query(SWEEP, [partitions, before, now]);
    await sql.query(MOVE, [partitions, before]);
  });
}

const UNSWEPT = {
  name: 'webhooks-unswept',
  text: `
    SELECT FROM webhook_positions p
    CROSS JOIN LATERAL (
      SELECT FROM webhook_deliveries d
      WHERE d.partition = p.partition AND d.created_at >= p.swept_to AND d.created_at < $2 LIMIT 1
    ) d
    WHERE p.partition = ANY ($1::int[]) LIMIT 1`,
};

const LOCK = {
  name: 'webhooks-lock-positions',
  text: 'SELECT FROM webhook_positions WHERE partition = ANY ($1::int[]) ORDER BY partition FOR UPDATE',
};

/**
 * A statement of its own, for it has to see what was stored while the positions were waited for. Found by their age (`OFFSET 0`:
 * and not by walking through the key in the order asked for), locked in the order in which all lock them.
 */
const SWEEP = {
  name: 'webhooks-sweep',
  text: `
    WITH lost AS (
      SELECT d.business_id, d.endpoint_id, d.event_id
      FROM (
        SELECT young.*
        FROM webhook_positions p
        CROSS JOIN LATERAL (
          SELECT d.business_id, d.endpoint_id, d.event_id FROM webhook_deliveries d
          WHERE d.partition = p.partition AND d.created_at >= p.swept_to AND d.created_at < $2
            AND d.state = 'waiting' AND d.next_at IS NULL
          OFFSET 0
        ) young
        WHERE p.partition = ANY ($1::int[])
      ) young
      JOIN webhook_deliveries d USING (business_id, endpoint_id, event_id)
      WHERE d.state IS NOT DISTINCT FROM 'waiting' AND d.next_at IS NULL
      ORDER BY d.business_id, d.endpoint_id, d.event_id FOR UPDATE OF d
    )
    UPDATE webhook_deliveries d SET next_at = $3
    FROM lost
    WHERE d.business_id = lost.business_id AND d.endpoint_id = lost.endpoint_id AND d.event_id = lost.event_id`,
};

const MOVE = {
  name: 'webhooks-move-sweep',
  text: 'UPDATE webhook_positions SET swept_to = greatest(swept_to, $2) WHERE partition = ANY ($1::int[])',
};
