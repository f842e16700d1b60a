import type { Database } from '../runtime/postgres/database';
import { inOrder, keysOf, type DeliveryRef } from './delivery';
import { updateWaiting } from './update-waiting';

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
 * First the past is closed, which waits for whoever is in the middle of making some that old: nobody makes any after that. So the
 * rest needs no lock, and a thousand that wait for an endpoint that hangs hold up nobody else's.
 */
export async function sweep(database: Database, { partitions, before, now }: Sweep): Promise<void> {
  const unswept = await database.query(UNSWEPT, [partitions, before]);
  if (unswept.length === 0) return;
  await database.query(CLOSE, [partitions, before]);
  const lost = inOrder(await database.query<DeliveryRef>(LOST, [partitions, before]));
  for (let from = 0; from < lost.length; from += AT_A_TIME) {
    await database.query(PUT_IN_LINE, [...keysOf(lost.slice(from, from + AT_A_TIME)), now]);
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

/** A statement of its own: what comes after it sees all that was stored while the positions were waited for. */
const CLOSE = { name: 'webhooks-close', text: moveText('closed_to') };

/** Found by their age (`OFFSET 0`: and by nothing else, whatever else is asked of them). */
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

/** What has ended meanwhile, and is in line for a retry, stays there. */
const PUT_IN_LINE = {
  name: 'webhooks-put-in-line',
  text: updateWaiting('next_at = $4', 'AND d.next_at IS NULL'),
};

const SWEPT = { name: 'webhooks-swept', text: moveText('swept_to') };

/** Locked as by whoever makes deliveries. */
function moveText(column: string): string {
  return `
    WITH locked AS (
      SELECT partition FROM webhook_positions WHERE partition = ANY ($1::int[]) ORDER BY partition FOR UPDATE
    )
    UPDATE webhook_positions p SET ${column} = greatest(p.${column}, $2)
    FROM locked WHERE p.partition = locked.partition`;
}
