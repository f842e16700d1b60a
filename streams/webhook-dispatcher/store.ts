import type { WebhookEvent } from '../../schemas/generated/webhook-event';
import type { Database } from '../runtime/database';
import type { EndedAttempt, FoundDelivery } from './decide';
import { inOrder, keysOf, type DeliveryRef, type DueDelivery } from './delivery';
import { findDeliveries, NOT_ERASED } from './find-deliveries';
import { recordEndings } from './record-endings';

/** The deliveries and the health of endpoints: this processor's own state. */
export interface DispatcherStore {
  /** Where to go on reading, by partition; none where nothing was ever read. */
  positions(partitions: readonly number[]): Promise<Map<number, number>>;
  /**
   * A delivery for each endpoint that wants the event, to be tried again at `nextAt` should this process die, together with
   * the positions after these events. Gives back those that were not there before.
   */
  insert(
    told: readonly ToldEvent[],
    positions: ReadonlyMap<number, number>,
    when: When,
  ): Promise<DueDelivery[]>;
  /** What is due, some of each endpoint; it is not due again before `nextAt`. */
  claimDue(partitions: readonly number[], busy: BusyEndpoints, when: When): Promise<DueDelivery[]>;
  /** They are due now. */
  putBack(refs: readonly DeliveryRef[], now: Date): Promise<void>;
  /** In the order they were asked for. Of those in `sure` the row is not read: it was, a moment ago. */
  find(due: readonly DueDelivery[], sure: ReadonlySet<DueDelivery>): Promise<FoundDelivery[]>;
  /** Gives back the endpoints that were disabled for it. */
  record(endings: readonly EndedAttempt[], now: Date): Promise<string[]>;
  drop(refs: readonly DeliveryRef[], now: Date): Promise<void>;
  /** Removes deliveries that ended before then. True: there may be more. */
  forget(before: Date): Promise<boolean>;
}

export interface ToldEvent extends WebhookEvent {
  readonly partition: number;
}

export interface When {
  readonly now: Date;
  readonly nextAt: Date;
}

/** Endpoints of which enough is in memory already. */
export interface BusyEndpoints {
  readonly firsts: readonly string[];
  readonly retries: readonly string[];
}

/**
 * So many of one endpoint and kind are claimed at a time, and so many in all. An endpoint whose line is not through is not
 * asked for until the next poll, four times a second: 50 at a time were 228 a second for the only one.
 */
const CLAIMED_PER_ENDPOINT = 250;
const CLAIMED_IN_ALL = 2_000;
const FORGOTTEN_AT_A_TIME = 5_000;

export function createDispatcherStore(database: Database): DispatcherStore {
  return {
    async positions(partitions) {
      const rows = await database.query<{ partition: number; position: number }>(POSITIONS, [partitions]);
      return new Map(rows.map(({ partition, position }) => [partition, position]));
    },
    async insert(told, positions, { now, nextAt }) {
      const rows = await database.query<InsertedRow>(INSERT, [
        told.map(({ business_id }) => business_id),
        told.map(({ event_id }) => event_id),
        told.map(({ partition }) => partition),
        [...positions.keys()],
        [...positions.values()],
        now,
        nextAt,
      ]);
      return rows.flatMap(({ endpointIds, ...event }) =>
        endpointIds.split(' ').map((endpointId) => ({ endpointId, attempt: 0, ...event })),
      );
    },
    claimDue: (partitions, { firsts, retries }, { now, nextAt }) =>
      database.query<DueDelivery>(CLAIM_DUE, [
        partitions,
        now,
        nextAt,
        firsts,
        retries,
        CLAIMED_PER_ENDPOINT,
        CLAIMED_IN_ALL,
      ]),
    async putBack(refs, now) {
      await database.query(PUT_BACK, [...keysOf(inOrder(refs)), now]);
    },
    find: (due, sure) => findDeliveries(database, due, sure),
    record: (endings, now) => database.transaction((sql) => recordEndings(sql, endings, now)),
    async drop(refs, now) {
      await database.query(DROP, [...keysOf(inOrder(refs)), now]);
    },
    async forget(before) {
      const gone = await database.query(FORGET, [before, FORGOTTEN_AT_A_TIME]);
      return gone.length === FORGOTTEN_AT_A_TIME;
    },
  };
}

interface InsertedRow extends Omit<DueDelivery, 'endpointId' | 'attempt'> {
  readonly endpointIds: string;
}

const RETURNED = `d.business_id AS "businessId", d.endpoint_id AS "endpointId", d.event_id AS "eventId",
  d.partition, d.attempt`;

const POSITIONS = {
  name: 'webhooks-positions',
  text: 'SELECT partition, position FROM webhook_positions WHERE partition = ANY ($1::int[])',
};

const INSERT = {
  name: 'webhooks-insert',
  text: `
    WITH moved AS (
      INSERT INTO webhook_positions (partition, position) SELECT * FROM unnest($4::int[], $5::bigint[])
      ON CONFLICT (partition) DO UPDATE SET position = greatest(webhook_positions.position, excluded.position)
    ), inserted AS (
      INSERT INTO webhook_deliveries
        (business_id, endpoint_id, event_id, recipient_id, partition, state, attempt, next_at, created_at, updated_at)
      SELECT e.business_id, w.id, e.id, e.recipient_id, told.partition, 'waiting', 0, $7, $6, $6
      FROM unnest($1::text[], $2::text[], $3::int[]) AS told (business_id, event_id, partition)
      JOIN events e ON e.business_id = told.business_id AND e.id = told.event_id
      JOIN webhook_endpoints w ON w.business_id = e.business_id AND w.disabled_at IS NULL
        AND (w.event_types = '[]' OR w.event_types ? e.type)
      WHERE ${NOT_ERASED}
      ON CONFLICT DO NOTHING
      RETURNING business_id, endpoint_id, event_id, partition
    )
    SELECT business_id AS "businessId", event_id AS "eventId", partition, string_agg(endpoint_id, ' ') AS "endpointIds"
    FROM inserted GROUP BY business_id, event_id, partition`,
};

/**
 * Jumps from endpoint to endpoint in the index and takes a few of each, so the cost goes by the endpoints that have
 * something waiting and not by how much waits for each.
 */
const CLAIM_DUE = {
  name: 'webhooks-claim-due',
  text: `
    WITH RECURSIVE endpoints AS (
      SELECT e.*
      FROM unnest($1::int[]) AS owned (partition)
      CROSS JOIN LATERAL (
        SELECT d.partition, d.business_id, d.endpoint_id FROM webhook_deliveries d
        WHERE d.partition = owned.partition AND d.state = 'waiting'
        ORDER BY d.business_id, d.endpoint_id LIMIT 1
      ) e
      UNION ALL
      SELECT e.*
      FROM endpoints last
      CROSS JOIN LATERAL (
        SELECT d.partition, d.business_id, d.endpoint_id FROM webhook_deliveries d
        WHERE d.partition = last.partition AND d.state = 'waiting'
          AND (d.business_id, d.endpoint_id) > (last.business_id, last.endpoint_id)
        ORDER BY d.business_id, d.endpoint_id LIMIT 1
      ) e
    ), due AS (
      SELECT d.business_id, d.endpoint_id, d.event_id
      FROM endpoints e
      CROSS JOIN (VALUES (false), (true)) AS kind (is_retry)
      CROSS JOIN LATERAL (
        SELECT * FROM webhook_deliveries d
        WHERE d.partition = e.partition AND d.business_id = e.business_id AND d.endpoint_id = e.endpoint_id
          AND d.is_retry = kind.is_retry AND d.state = 'waiting' AND d.next_at <= $2
        ORDER BY d.next_at LIMIT $6 FOR UPDATE SKIP LOCKED
      ) d
      WHERE NOT e.endpoint_id = ANY (CASE WHEN kind.is_retry THEN $5::text[] ELSE $4::text[] END)
      LIMIT $7
    )
    UPDATE webhook_deliveries d SET next_at = $3
    FROM due
    WHERE d.business_id = due.business_id AND d.endpoint_id = due.endpoint_id AND d.event_id = due.event_id
    RETURNING ${RETURNED}`,
};

/** Found by their key, and by no other index: see `record-endings.ts`. */
const PUT_BACK = {
  name: 'webhooks-put-back',
  text: `
    UPDATE webhook_deliveries d SET next_at = $4
    FROM unnest($1::text[], $2::text[], $3::text[]) AS refused (business_id, endpoint_id, event_id)
    WHERE d.business_id = refused.business_id AND d.endpoint_id = refused.endpoint_id
      AND d.event_id = refused.event_id AND d.state IS NOT DISTINCT FROM 'waiting'`,
};

const DROP = {
  name: 'webhooks-drop',
  text: `
    UPDATE webhook_deliveries d SET state = 'dropped', next_at = NULL, updated_at = $4
    FROM unnest($1::text[], $2::text[], $3::text[]) AS gone (business_id, endpoint_id, event_id)
    WHERE d.business_id = gone.business_id AND d.endpoint_id = gone.endpoint_id AND d.event_id = gone.event_id
      AND d.state IS NOT DISTINCT FROM 'waiting'`,
};

const FORGET = {
  name: 'webhooks-forget',
  text: `
    DELETE FROM webhook_deliveries WHERE ctid IN (
      SELECT ctid FROM webhook_deliveries WHERE state <> 'waiting' AND updated_at < $1
      ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING 1`,
};
