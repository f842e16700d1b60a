import type { Sql } from '../postgres/database';

/**
 * How far each partition of `commands` has been applied. The transaction that applies commands also moves the position,
 * so the two never disagree; Kafka's committed offsets are not used. A new owner raises the epoch first: that waits for
 * a transaction of the old owner under way and makes every later one fail, so what it then reads is final (HAZ-4).
 */
export interface Position {
  readonly partition: number;
  readonly epoch: number;
  /** The offset to apply next. */
  readonly position: number;
  /** The latest time at which a command of this partition was decided. Decisions never see time go back. */
  readonly lastNowMs: number;
}

/** The move of a position by one transaction. */
export interface Advance {
  readonly partition: number;
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
  readonly nowMs: number;
}

/** Another owner has taken these partitions over, so nothing that this one decided for them may be stored. */
export class OwnershipLost extends Error {
  constructor(readonly partitions: readonly number[]) {
    super(`another owner has taken over partition ${partitions.join(', ')}`);
  }
}

export async function takeOver(sql: Sql, partitions: readonly number[]): Promise<Position[]> {
  return sql.query<Position>(TAKE_OVER, [partitions]);
}

/** The first statement of every transaction, so that an old owner finds out before it fails on the new owner's rows. */
export async function advance(sql: Sql, advances: readonly Advance[]): Promise<void> {
  const moved = await sql.query<{ partition: number }>(ADVANCE, [
    advances.map((a) => a.partition),
    advances.map((a) => a.epoch),
    advances.map((a) => a.from),
    advances.map((a) => a.to),
    advances.map((a) => a.nowMs),
  ]);
  if (moved.length === advances.length) return;
  const held = new Set(moved.map((row) => row.partition));
  throw new OwnershipLost(advances.map((a) => a.partition).filter((partition) => !held.has(partition)));
}

const TAKE_OVER = {
  name: 'positions-take-over',
  text: `
    INSERT INTO positions AS p (partition, epoch, position, last_now_ms)
    SELECT wanted, 1, 0, 0 FROM unnest($1::int[]) AS wanted ORDER BY wanted
    ON CONFLICT (partition) DO UPDATE SET epoch = p.epoch + 1
    RETURNING partition, epoch, position, last_now_ms AS "lastNowMs"`,
};

/** Locks rows in the order of partitions, so that two owners of several partitions cannot deadlock (HAZ-15). */
const ADVANCE = {
  name: 'positions-advance',
  text: `
    WITH wanted AS (
      SELECT * FROM unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
        AS w (partition, epoch, position, next_position, now_ms)
    ), held AS (
      SELECT p.partition, w.next_position, w.now_ms
      FROM positions p JOIN wanted w USING (partition, epoch, position)
      ORDER BY p.partition FOR UPDATE OF p
    )
    UPDATE positions p SET position = held.next_position, last_now_ms = held.now_ms
    FROM held WHERE p.partition = held.partition
    RETURNING p.partition`,
};
