import type { Sql } from '../runtime/postgres/database';
import type { EndedAttempt } from './decide';
import { eachOnce, inOrder } from './delivery';
import { healthAfter, type Health, type Sign } from './health';

/**
 * Writes how attempts ended of which some failed, and what that means for their endpoints, which are locked first. An ending
 * counts only where its delivery still waits for just this attempt: one that another owner has tried meanwhile is not counted
 * twice. Gives back the endpoints that were disabled for it.
 */
export async function recordFailures(
  sql: Sql,
  endings: readonly EndedAttempt[],
  now: Date,
): Promise<string[]> {
  const written = inOrder(endings);
  // One round trip: Postgres takes the second when the first is done.
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

/** The endings that count, and whether the event of each has counted before. */
function hasCountedOf(
  written: readonly EndedAttempt[],
  ended: readonly EndedRow[],
): ReadonlyMap<EndedAttempt, boolean> {
  return new Map(
    ended.flatMap(({ hasCounted, slots }) =>
      slots.split(' ').map((place) => [written[Number(place) - 1]!, hasCounted] as const),
    ),
  );
}

/** What they say of their endpoints, in the order in which they happened. */
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

/** One or two for all endings: most are alike in this, and a row for each was work for both sides. */
interface EndedRow {
  readonly hasCounted: boolean;
  /** Of the endings as they were written, from 1, with a space between them. */
  readonly slots: string;
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
 * `IS NOT DISTINCT FROM`, so that the rows are found by their key: told that the state is `waiting`, Postgres reads all that
 * wait, whatever their key, from the index of those, which it takes for nearly empty.
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
    SELECT has_counted AS "hasCounted", string_agg(place::text, ' ') AS slots FROM counted GROUP BY has_counted`,
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
 * D11: what waits when an endpoint is disabled is dropped; the console can replay it. It is found in line, or among the young that
 * no sweep has looked at: by its key Postgres would read all that the endpoint got in a month. Locked in the order of an erasure.
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
