/** Recovers first attempts that died with their process. */
import type { Database } from '../runtime/postgres/database';
import { inOrder, keysOf, type DeliveryRef } from './delivery';
import { updateWaiting } from './update-waiting';

export interface Sweep {
  readonly partitions: readonly number[];
  /** A delivery that is older and had no first attempt has lost its process. */
  readonly before: Date;
  readonly now: Date;
}

/**
 * Finds deliveries whose process died before the first attempt ended (HAZ-28). A new delivery is tried at once and has
 * no `next_at`. When it is old enough, the sweep looks at it once, by its age, and makes it due if it has not ended.
 *
 * The sweep first raises `closed_to`, which waits for inserts in progress. After that no delivery that old can be
 * inserted. So the rest needs no lock, and a thousand deliveries to an endpoint that hangs delay no other.
 */
export async function sweep(database: Database, { partitions, before, now }: Sweep): Promise<void> {
  const unswept = await database.query(UNSWEPT, [partitions, before]);
  if (unswept.length === 0) return;
  await database.query(CLOSE, [partitions, before]);
  const lost = inOrder(await database.query<DeliveryRef>(LOST, [partitions, before]));
  for (let from = 0; from < lost.length; from += AT_A_TIME) {
    await database.query(MAKE_DUE, [...keysOf(lost.slice(from, from + AT_A_TIME)), now]);
  }
  await database.query(SWEPT, [partitions, before]);
}

const AT_A_TIME = 250;

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

/** A separate statement, so that the next one sees all that was stored while this one waited for the positions. */
const CLOSE = { name: 'webhooks-close', text: moveText('closed_to') };

/** `OFFSET 0` makes Postgres find the rows by age, and not by the other conditions. */
const LOST = {
  name: 'webhooks-lost',
  text: `
    SELECT d.business_id AS "businessId", d.endpoint_id AS "endpointId", d.event_id AS "eventId"
    FROM webhook_positions p
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_deliveries d
      WHERE d.partition = p.partition AND d.created_at >= p.swept_to AND d.created_at < $2 OFFSET 0
    ) d
    WHERE p.partition = ANY ($1::int[]) AND d.state = 'waiting' AND d.next_at IS NULL`,
};

/** A delivery whose first attempt has failed by now has a `next_at` and keeps it. */
const MAKE_DUE = {
  name: 'webhooks-put-in-line',
  text: updateWaiting('next_at = $4', 'AND d.next_at IS NULL'),
};

const SWEPT = { name: 'webhooks-swept', text: moveText('swept_to') };

/** Locks the positions in the order of `insertDeliveries`. */
function moveText(column: string): string {
  return `
    WITH locked AS (
      SELECT partition FROM webhook_positions WHERE partition = ANY ($1::int[]) ORDER BY partition FOR UPDATE
    )
    UPDATE webhook_positions p SET ${column} = greatest(p.${column}, $2)
    FROM locked WHERE p.partition = locked.partition`;
}
