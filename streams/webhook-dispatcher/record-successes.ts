import type { Transaction } from '../runtime/postgres/database';
import type { EndedAttempt } from './decide';
import { eachOnce, inOrder, keysOf } from './delivery';

/**
 * Stores that these deliveries arrived and that their endpoints do well. It reads nothing, because a success sets the
 * count of failures to zero, and a delivery that another owner has ended is left as it is. So it takes
 * one round trip, but a failure has to be looked at.
 */
export function recordSuccesses(
  transaction: Pick<Transaction, 'send'>,
  endings: readonly EndedAttempt[],
  now: Date,
): void {
  const written = inOrder(endings);
  transaction.send(WELL, [
    ...eachOnce(endings, 'endpointId'),
    now,
    new Date(now.getTime() - WRITTEN_EVERY_MS),
  ]);
  transaction.send(DELIVERED, [
    ...keysOf(written),
    written.map(({ attempt }) => attempt),
    written.map(({ statusCode }) => statusCode),
    now,
  ]);
}

/**
 * A healthy endpoint is updated at most this often. A hundred updates for four hundred webhooks took a tenth of the
 * time of Postgres.
 */
const WRITTEN_EVERY_MS = 1_000;

/** Endpoints are locked before deliveries, always in this order (HAZ-15). */
const WELL = {
  name: 'webhooks-endpoints-well',
  text: `
    WITH changed AS (
      SELECT w.business_id, w.id
      FROM webhook_endpoints w
      WHERE (w.business_id, w.id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND w.disabled_at IS NULL
        AND (w.consecutive_failures > 0 OR w.last_error IS NOT NULL OR coalesce(w.last_success_at <= $4, true))
      ORDER BY w.business_id, w.id FOR UPDATE OF w
    )
    UPDATE webhook_endpoints w SET consecutive_failures = 0, last_success_at = $3, last_error = NULL, failing_since = NULL
    FROM changed WHERE w.business_id = changed.business_id AND w.id = changed.id`,
};

/** `record-failures.ts` says why `IS NOT DISTINCT FROM`. */
const DELIVERED = {
  name: 'webhooks-delivered',
  text: `
    UPDATE webhook_deliveries d
    SET attempt = ended.attempt, state = 'delivered', next_at = NULL, last_status = ended.status, last_error = NULL,
      updated_at = $6
    FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[])
      AS ended (business_id, endpoint_id, event_id, attempt, status)
    WHERE d.business_id = ended.business_id AND d.endpoint_id = ended.endpoint_id AND d.event_id = ended.event_id
      AND d.state IS NOT DISTINCT FROM 'waiting' AND d.attempt = ended.attempt - 1`,
};
