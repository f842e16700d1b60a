import type { WebhookEvent } from '../../schemas/generated/webhook-event';
import type { Sql } from '../runtime/postgres/database';
import { sqlState } from '../runtime/failures/failures';
import type { DueDelivery } from './delivery';
import { NOT_ERASED } from './find-deliveries';

/** A record of `webhook-events` with its partition. */
export interface AnnouncedEvent extends WebhookEvent {
  readonly partition: number;
}

export interface Insertion {
  readonly announced: readonly AnnouncedEvent[];
  /** By partition: the offset after these events. */
  readonly positions: ReadonlyMap<number, number>;
  readonly now: Date;
}

/** Stores the deliveries together with the positions (HOOK-14), and returns those that were not there before. */
export async function insertDeliveries(
  sql: Sql,
  { announced, positions, now }: Insertion,
): Promise<DueDelivery[]> {
  // In the order in which a sweep locks the positions.
  const inOrder = [...positions].sort(([left], [right]) => left - right);
  const values = [
    announced.map(({ business_id }) => business_id),
    announced.map(({ event_id }) => event_id),
    announced.map(({ partition }) => partition),
    inOrder.map(([partition]) => partition),
    inOrder.map(([, position]) => position),
    now,
  ];
  const rows = await sql.query<InsertedRow>(INSERT, values).catch((error: unknown) => {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    return sql.query<InsertedRow>(INSERT_MISSING, values);
  });
  return rows.flatMap(({ endpointIds, ...event }) =>
    endpointIds.split(' ').map((endpointId) => ({ endpointId, attempt: 0, ...event })),
  );
}

interface InsertedRow extends Omit<DueDelivery, 'endpointId' | 'attempt'> {
  readonly endpointIds: string;
}

/**
 * Events come once, except after a crash. So the insert first assumes that no delivery exists, because checking each
 * one takes a quarter of the time of inserting it.
 */
const INSERT = { name: 'webhooks-insert', text: insertText('') };
const INSERT_MISSING = { name: 'webhooks-insert-missing', text: insertText('ON CONFLICT DO NOTHING') };
const UNIQUE_VIOLATION = '23505';

/**
 * `OFFSET 0` keeps the order of the joins: each event is looked up once, and then the endpoints of its business.
 * Without it Postgres read all endpoints there are, and the event again for each delivery.
 */
function insertText(onRepeat: string): string {
  return `
    WITH moved AS (
      INSERT INTO webhook_positions (partition, position) SELECT * FROM unnest($4::int[], $5::bigint[])
      ON CONFLICT (partition) DO UPDATE SET position = greatest(webhook_positions.position, excluded.position)
      RETURNING partition, closed_to
    ), inserted AS (
      INSERT INTO webhook_deliveries
        (business_id, endpoint_id, event_id, recipient_id, partition, state, attempt, created_at, updated_at)
      SELECT e.business_id, w.id, e.id, e.recipient_id, announced.partition, 'waiting', 0,
        greatest($6, moved.closed_to), $6
      FROM unnest($1::text[], $2::text[], $3::int[]) AS announced (business_id, event_id, partition)
      CROSS JOIN LATERAL (
        SELECT e.* FROM events e
        WHERE e.business_id = announced.business_id AND e.id = announced.event_id AND ${NOT_ERASED} OFFSET 0
      ) e
      LEFT JOIN moved ON moved.partition = announced.partition
      CROSS JOIN LATERAL (
        SELECT w.id FROM webhook_endpoints w
        WHERE w.business_id = e.business_id AND w.disabled_at IS NULL
          AND (w.event_types = '[]' OR w.event_types ? e.type) OFFSET 0
      ) w
      ${onRepeat}
      RETURNING business_id, endpoint_id, event_id, partition
    )
    SELECT business_id AS "businessId", event_id AS "eventId", partition, string_agg(endpoint_id, ' ') AS "endpointIds"
    FROM inserted GROUP BY business_id, event_id, partition`;
}
