import type { Database } from '../runtime/postgres/database';
import type { EndedAttempt, FoundDelivery } from './decide';
import { inOrder, keysOf, type DeliveryRef, type DueDelivery } from './delivery';
import { findDeliveries } from './find-deliveries';
import { insertDeliveries, type AnnouncedEvent } from './insert-deliveries';
import { recordEndings } from './record-endings';
import { sweep } from './sweep';
import { updateWaiting } from './update-waiting';

/** The state of the dispatcher in Postgres: deliveries, positions and the health of endpoints. */
export interface DispatcherStore {
  /** The position of each partition; none for a partition that was never read. */
  positions(partitions: readonly number[]): Promise<Map<number, number>>;
  /**
   * Stores a delivery for each endpoint that wants the event, together with the positions after these events. Returns
   * the new deliveries, which are to be tried at once. They have no `next_at`; only a sweep finds them.
   */
  insert(
    announced: readonly AnnouncedEvent[],
    positions: ReadonlyMap<number, number>,
    now: Date,
  ): Promise<DueDelivery[]>;
  /** Makes deliveries due that were stored before `before` and had no first attempt, because their process died. */
  sweep(partitions: readonly number[], before: Date, now: Date): Promise<void>;
  /** Claims due deliveries, some of each endpoint. They are not due again before `nextAt`. */
  claimDue(partitions: readonly number[], busy: BusyEndpoints, when: When): Promise<DueDelivery[]>;
  /** Makes these deliveries due now. */
  putBack(refs: readonly DeliveryRef[], now: Date): Promise<void>;
  /** Reads what an attempt needs, in the order of `due`. Rows of deliveries are read only for those in `unsure`. */
  find(due: readonly DueDelivery[], unsure: readonly DueDelivery[]): Promise<FoundDelivery[]>;
  /** Stores how attempts ended. Returns the endpoints that were disabled. */
  record(endings: readonly EndedAttempt[], now: Date): Promise<string[]>;
  drop(refs: readonly DeliveryRef[], now: Date): Promise<void>;
  /** Deletes deliveries that ended before `before`. True: there may be more. */
  forget(before: Date): Promise<boolean>;
}

export interface When {
  readonly now: Date;
  readonly nextAt: Date;
}

/** Endpoints with enough deliveries in memory. */
export interface BusyEndpoints {
  readonly firsts: readonly string[];
  readonly retries: readonly string[];
}

/** How many deliveries are claimed at a time, of one endpoint and kind and in all. */
export const CLAIMED_PER_ENDPOINT = 250;
const CLAIMED_IN_ALL = 2_000;
const FORGOTTEN_AT_A_TIME = 5_000;

export function createDispatcherStore(database: Database): DispatcherStore {
  return {
    async positions(partitions) {
      const rows = await database.query<{ partition: number; position: number }>(POSITIONS, [partitions]);
      return new Map(rows.map(({ partition, position }) => [partition, position]));
    },
    insert: (announced, positions, now) => insertDeliveries(database, { announced, positions, now }),
    sweep: (partitions, before, now) => sweep(database, { partitions, before, now }),
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
    find: (due, unsure) => findDeliveries(database, due, unsure),
    record: (endings, now) => recordEndings(database, endings, now),
    async drop(refs, now) {
      await database.query(DROP, [...keysOf(inOrder(refs)), now]);
    },
    async forget(before) {
      const gone = await database.query(FORGET, [before, FORGOTTEN_AT_A_TIME]);
      return gone.length === FORGOTTEN_AT_A_TIME;
    },
  };
}

const RETURNED = `d.business_id AS "businessId", d.endpoint_id AS "endpointId", d.event_id AS "eventId",
  d.partition, d.attempt`;

const POSITIONS = {
  name: 'webhooks-positions',
  text: 'SELECT partition, position FROM webhook_positions WHERE partition = ANY ($1::int[])',
};

/**
 * Jumps from endpoint to endpoint in the index and takes a few deliveries of each. So the cost depends on the number of
 * endpoints with waiting deliveries, not on how many wait.
 */
const CLAIM_DUE = {
  name: 'webhooks-claim-due',
  text: `
    WITH RECURSIVE endpoints AS (
      SELECT e.*
      FROM unnest($1::int[]) AS owned (partition)
      CROSS JOIN LATERAL (
        SELECT d.partition, d.business_id, d.endpoint_id FROM webhook_deliveries d
        WHERE d.partition = owned.partition AND d.next_at IS NOT NULL
        ORDER BY d.business_id, d.endpoint_id LIMIT 1
      ) e
      UNION ALL
      SELECT e.*
      FROM endpoints last
      CROSS JOIN LATERAL (
        SELECT d.partition, d.business_id, d.endpoint_id FROM webhook_deliveries d
        WHERE d.partition = last.partition AND d.next_at IS NOT NULL
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
          AND d.is_retry = kind.is_retry AND d.next_at <= $2
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

const PUT_BACK = { name: 'webhooks-put-back', text: updateWaiting('next_at = $4') };

const DROP = {
  name: 'webhooks-drop',
  text: updateWaiting("state = 'dropped', next_at = NULL, updated_at = $4"),
};

const FORGET = {
  name: 'webhooks-forget',
  text: `
    DELETE FROM webhook_deliveries WHERE ctid IN (
      SELECT old.ctid
      FROM webhook_positions p
      CROSS JOIN LATERAL (
        SELECT d.ctid FROM webhook_deliveries d
        WHERE d.partition = p.partition AND d.created_at < $1 AND d.updated_at < $1 AND d.state <> 'waiting'
        ORDER BY d.created_at LIMIT $2 FOR UPDATE SKIP LOCKED
      ) old
      LIMIT $2
    ) RETURNING 1`,
};
