/** The statement behind a replay from the console (OPER-14). */
import type { Sql } from '../runtime/postgres/database';
import { NOT_ERASED } from './find-deliveries';

export interface Replay {
  readonly businessId: string;
  readonly endpointId: string;
  readonly partition: number;
  /** Only events from this time on are replayed. */
  readonly since: Date;
  readonly now: Date;
}

/** How many events a statement looks at. A large business has millions in a month. */
const EVENTS_AT_A_TIME = 5_000;

/**
 * Makes every event due again that the endpoint wants and has not got: what failed, what was dropped, and what happened
 * while it was disabled (HOOK-18). What was delivered stays so. Returns the number of deliveries.
 */
export async function replay(sql: Sql, request: Replay, firstId: string): Promise<number> {
  let [count, from] = [0, firstId];
  for (;;) {
    const [page] = await sql.query<Page>(REPLAY, [
      request.businessId,
      request.endpointId,
      from,
      request.since,
      request.partition,
      request.now,
      EVENTS_AT_A_TIME,
    ]);
    count += page?.replayed ?? 0;
    if (page === undefined || page.last === null || page.seen < EVENTS_AT_A_TIME) return count;
    from = page.last;
  }
}

interface Page {
  readonly seen: number;
  readonly last: string | null;
  readonly replayed: number;
}

const REPLAY = {
  name: 'webhooks-replay',
  text: `
    WITH page AS (
      SELECT * FROM events e WHERE e.business_id = $1 AND e.id > $3 AND ${NOT_ERASED} ORDER BY e.id LIMIT $7
    ), replayed AS (
      INSERT INTO webhook_deliveries AS d
        (business_id, endpoint_id, event_id, recipient_id, partition, state, attempt, next_at, created_at, updated_at)
      SELECT page.business_id, w.id, page.id, page.recipient_id, $5, 'waiting', 0, $6, $6, $6
      FROM page
      JOIN webhook_endpoints w ON w.business_id = $1 AND w.id = $2
        AND (w.event_types = '[]' OR w.event_types ? page.type)
      WHERE page.occurred_at >= $4
      ON CONFLICT (business_id, endpoint_id, event_id) DO UPDATE
        SET state = 'waiting', attempt = 0, next_at = excluded.next_at, updated_at = excluded.updated_at,
          has_counted = d.has_counted OR d.state = 'failed'
        WHERE d.state IN ('failed', 'dropped')
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM page) AS seen, (SELECT max(id) FROM page) AS last,
      (SELECT count(*) FROM replayed) AS replayed`,
};
