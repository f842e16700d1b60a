import type { Sql } from '../runtime/postgres/database';
import type { StoredEvent } from './canonical';
import type { FoundDelivery } from './decide';
import { eachOnce, keysOf, type DueDelivery } from './delivery';

/**
 * Reads what an attempt needs. An event may go to ten endpoints and an endpoint gets many events, so each is read once
 * and its object is shared by all its deliveries. The rows of deliveries are read only for those in `unsure`, a subset
 * of `due`; the others were read a moment ago.
 */
export async function findDeliveries(
  sql: Sql,
  due: readonly DueDelivery[],
  unsure: readonly DueDelivery[],
): Promise<FoundDelivery[]> {
  const [rows, events, endpoints] = await Promise.all([
    rowsOf(sql, unsure),
    eventsOf(sql, due),
    endpointsOf(sql, due),
  ]);
  const asked = new Set(unsure);
  return due.map((one) => ({
    delivery: asked.has(one) ? (rows.get(one) ?? null) : { state: 'waiting', attempt: one.attempt },
    event: events.get(one.eventId) ?? null,
    endpoint: endpoints.get(one.endpointId) ?? null,
  }));
}

type Found<Part extends keyof FoundDelivery> = NonNullable<FoundDelivery[Part]>;

async function rowsOf(
  sql: Sql,
  due: readonly DueDelivery[],
): Promise<ReadonlyMap<DueDelivery, Found<'delivery'>>> {
  if (due.length === 0) return new Map();
  const rows = await sql.query<Found<'delivery'> & { place: number }>(FIND_ROWS, keysOf(due));
  return new Map(rows.map(({ place, ...delivery }) => [due[place - 1]!, delivery]));
}

async function eventsOf(sql: Sql, due: readonly DueDelivery[]): Promise<ReadonlyMap<string, StoredEvent>> {
  const events = await sql.query<StoredEvent>(FIND_EVENTS, eachOnce(due, 'eventId'));
  return new Map(events.map((event) => [event.id, event]));
}

async function endpointsOf(
  sql: Sql,
  due: readonly DueDelivery[],
): Promise<ReadonlyMap<string, Found<'endpoint'>>> {
  const endpoints = await sql.query<Found<'endpoint'> & { id: string }>(
    FIND_ENDPOINTS,
    eachOnce(due, 'endpointId'),
  );
  return new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
}

/**
 * An erasure first deletes the recipient's row, which hides all their events at once (ERASE-2). With `EXISTS` Postgres
 * may read all recipients instead of looking up each.
 */
export const NOT_ERASED = `(e.recipient_id IS NULL OR (
  SELECT true FROM recipients r WHERE r.business_id = e.business_id AND r.id = e.recipient_id))`;

const FIND_ROWS = {
  name: 'webhooks-find-rows',
  text: `
    SELECT d.state, d.attempt, wanted.place::int
    FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
      AS wanted (business_id, endpoint_id, event_id, place)
    JOIN webhook_deliveries d USING (business_id, endpoint_id, event_id)`,
};

const FIND_EVENTS = {
  name: 'webhooks-find-events',
  text: `
    SELECT e.id, e.type, e.occurred_at AS "occurredAt", e.data
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, id)
    JOIN events e USING (business_id, id)
    WHERE ${NOT_ERASED}`,
};

const FIND_ENDPOINTS = {
  name: 'webhooks-find-endpoints',
  text: `
    SELECT w.id, w.url, w.secret, w.disabled_at AS "disabledAt"
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, id)
    JOIN webhook_endpoints w USING (business_id, id)`,
};
