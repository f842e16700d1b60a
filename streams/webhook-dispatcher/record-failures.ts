import type { Sql } from '../runtime/postgres/database';
import type { EndedAttempt } from './decide';
import { eachOnce, inOrder } from './delivery';
import { healthAfter, type Health, type Sign } from './health';

/**
 * Stores the endings of endpoints of which some attempt failed, and the health of these endpoints, which are locked
 * first. An ending counts only if its delivery still waits for exactly this attempt, so an attempt that another owner
 * has made too is not counted twice. Returns the endpoints that were disabled.
 */
export async function recordFailures(
  sql: Sql,
  endings: readonly EndedAttempt[],
  now: Date,
): Promise<string[]> {
  const written = inOrder(endings);
  // One round trip: Postgres runs the second statement when the first is done.
  const [endpoints, ended] = await Promise.all([
    sql.query<EndpointRow>(LOCK, eachOnce(endings, 'endpointId')),
    sql.query<EndedRow>(END, endValues(written, now)),
  ]);
  const signs = signsOf(endings, hasCountedOf(written, ended));
  const changed = endpoints.map((endpoint) => ({
    ...endpoint,
    ...healthAfter(endpoint, signs.get(endpoint.id) ?? [], now),
    wasDisabled: endpoint.disabledAt !== null,
  }));
  await sql.query(HEALTH, healthValues(changed));
  const disabled = changed.filter(({ wasDisabled, disabledAt }) => !wasDisabled && disabledAt !== null);
  if (disabled.length > 0) {
    const partitions = new Map(endings.map(({ endpointId, partition }) => [endpointId, partition]));
    await sql.query(DROP, [
      disabled.map(({ id }) => partitions.get(id)),
      disabled.map(({ businessId }) => businessId),
      disabled.map(({ id }) => id),
      now,
    ]);
  }
  return disabled.map(({ id }) => id);
}

/** Maps each ending that counts to whether its event has counted before. */
function hasCountedOf(
  written: readonly EndedAttempt[],
  ended: readonly EndedRow[],
): ReadonlyMap<EndedAttempt, boolean> {
  return new Map(
    ended.flatMap(({ hasCounted, places }) =>
      places.split(' ').map((place) => [written[Number(place) - 1]!, hasCounted] as const),
    ),
  );
}

/** What the endings mean for each endpoint, in the order in which they happened. */
function signsOf(
  endings: readonly EndedAttempt[],
  counted: ReadonlyMap<EndedAttempt, boolean>,
): ReadonlyMap<string, Sign[]> {
  const signs = new Map<string, Sign[]>();
  for (const ending of endings) {
    const hasCounted = counted.get(ending);
    if (hasCounted === undefined) continue;
    const { endpointId, state, error } = ending;
    const sign = { state, error, hasCounted };
    const others = signs.get(endpointId);
    if (others === undefined) signs.set(endpointId, [sign]);
    else others.push(sign);
  }
  return signs;
}

/** One or two rows for all endings. A row for each ending cost time on both sides. */
interface EndedRow {
  readonly hasCounted: boolean;
  /** The numbers of the endings, from 1, separated by spaces. */
  readonly places: string;
}

interface EndpointRow extends Health {
  readonly businessId: string;
  readonly id: string;
}

function endValues(endings: readonly EndedAttempt[], now: Date): unknown[] {
  return [
    endings.map(({ businessId }) => businessId),
    endings.map(({ endpointId }) => endpointId),
    endings.map(({ eventId }) => eventId),
    endings.map(({ attempt }) => attempt),
    endings.map(({ state }) => state),
    endings.map(({ nextAt }) => nextAt),
    endings.map(({ statusCode }) => statusCode),
    endings.map(({ error }) => error),
    now,
  ];
}

function healthValues(endpoints: readonly EndpointRow[]): unknown[] {
  return [
    endpoints.map(({ businessId }) => businessId),
    endpoints.map(({ id }) => id),
    endpoints.map(({ disabledAt }) => disabledAt),
    endpoints.map(({ consecutiveFailures }) => consecutiveFailures),
    endpoints.map(({ lastSuccessAt }) => lastSuccessAt),
    endpoints.map(({ lastError }) => lastError),
    endpoints.map(({ failingSince }) => failingSince),
  ];
}

const LOCK = {
  name: 'webhooks-lock-endpoints',
  text: `
    SELECT w.business_id AS "businessId", w.id, w.disabled_at AS "disabledAt",
      w.consecutive_failures AS "consecutiveFailures", w.last_success_at AS "lastSuccessAt", w.last_error AS "lastError",
      w.failing_since AS "failingSince"
    FROM webhook_endpoints w
    WHERE (w.business_id, w.id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
    ORDER BY w.business_id, w.id FOR UPDATE OF w`,
};

/**
 * `IS NOT DISTINCT FROM` makes Postgres find the rows by their key. With `state = 'waiting'` it reads the whole index
 * of waiting deliveries, because it takes that index for nearly empty.
 */
const END = {
  name: 'webhooks-end-attempts',
  text: `
    WITH counted AS (
      UPDATE webhook_deliveries d
      SET attempt = ended.attempt, state = ended.state, next_at = ended.next_at, last_status = ended.last_status,
        last_error = ended.last_error, updated_at = $9
      FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::timestamptz[], $7::int[], $8::text[])
        WITH ORDINALITY
        AS ended (business_id, endpoint_id, event_id, attempt, state, next_at, last_status, last_error, place)
      WHERE d.business_id = ended.business_id AND d.endpoint_id = ended.endpoint_id AND d.event_id = ended.event_id
        AND d.state IS NOT DISTINCT FROM 'waiting' AND d.attempt = ended.attempt - 1
      RETURNING ended.place, d.has_counted
    )
    SELECT has_counted AS "hasCounted", string_agg(place::text, ' ') AS places FROM counted GROUP BY has_counted`,
};

const HEALTH = {
  name: 'webhooks-health',
  text: `
    UPDATE webhook_endpoints w
    SET disabled_at = now.disabled_at, consecutive_failures = now.consecutive_failures,
      last_success_at = now.last_success_at, last_error = now.last_error, failing_since = now.failing_since
    FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[], $5::timestamptz[], $6::text[],
      $7::timestamptz[])
      AS now (business_id, id, disabled_at, consecutive_failures, last_success_at, last_error, failing_since)
    WHERE w.business_id = now.business_id AND w.id = now.id`,
};

/**
 * Drops what waits for an endpoint that is disabled (HOOK-17); the console can replay it. The deliveries have a
 * `next_at`, or are so young that no sweep has looked at them. A search by endpoint would read all that it got in a
 * month. The rows are locked in the order of an erasure (HAZ-15).
 */
const DROP = {
  name: 'webhooks-drop-of-disabled',
  text: `
    WITH disabled AS (
      SELECT * FROM unnest($1::int[], $2::text[], $3::text[]) AS disabled (partition, business_id, endpoint_id)
    ), found AS (
      SELECT d.* FROM disabled
      CROSS JOIN LATERAL (
        SELECT d.business_id, d.endpoint_id, d.event_id FROM webhook_deliveries d
        WHERE d.partition = disabled.partition AND d.business_id = disabled.business_id
          AND d.endpoint_id = disabled.endpoint_id AND d.next_at IS NOT NULL
        OFFSET 0
      ) d
      UNION ALL
      SELECT d.* FROM disabled
      JOIN webhook_positions p USING (partition)
      CROSS JOIN LATERAL (
        SELECT d.business_id, d.endpoint_id, d.event_id FROM webhook_deliveries d
        WHERE d.partition = p.partition AND d.created_at >= p.swept_to AND d.next_at IS NULL AND d.state = 'waiting'
        OFFSET 0
      ) d
      WHERE d.business_id = disabled.business_id AND d.endpoint_id = disabled.endpoint_id
    ), waiting AS (
      SELECT d.business_id, d.endpoint_id, d.event_id
      FROM found JOIN webhook_deliveries d USING (business_id, endpoint_id, event_id)
      WHERE d.state IS NOT DISTINCT FROM 'waiting'
      ORDER BY d.business_id, d.endpoint_id, d.event_id FOR UPDATE OF d
    )
    UPDATE webhook_deliveries d SET state = 'dropped', next_at = NULL, updated_at = $4
    FROM waiting
    WHERE d.business_id = waiting.business_id AND d.endpoint_id = waiting.endpoint_id AND d.event_id = waiting.event_id`,
};
