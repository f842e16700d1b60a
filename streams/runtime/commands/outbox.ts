import { Type } from 'avsc';
import type { Sql, Transaction } from '../postgres/database';
import type { AnnouncedRecord } from '../kafka/records';

/**
 * A row of the outbox: the records that a transaction has to publish, stored with it, one row per partition and
 * micro-batch. A row is deleted once all its records are published. After a crash the next owner publishes the rest.
 */
export interface Announcement {
  /** The partition of `commands` whose commands caused these records. */
  readonly partition: number;
  /** The offset of the last of those commands. */
  readonly lastOffset: number;
  readonly records: readonly AnnouncedRecord[];
}

/** The outbox rows of a partition up to this offset are published. */
export interface Published {
  readonly partition: number;
  readonly lastOffset: number;
}

export function storeAnnouncements(transaction: Transaction, announcements: readonly Announcement[]): void {
  if (announcements.length === 0) return;
  transaction.send(STORE, [
    announcements.map((a) => a.partition),
    announcements.map((a) => a.lastOffset),
    announcements.map((a) => PACKED.toBuffer(a.records)),
  ]);
}

export async function readAnnouncements(sql: Sql, partitions: readonly number[]): Promise<Announcement[]> {
  const rows = await sql.query<{ partition: number; lastOffset: number; records: Buffer }>(READ, [
    partitions,
  ]);
  return rows.map((row) => ({ ...row, records: PACKED.fromBuffer(row.records) as AnnouncedRecord[] }));
}

export function forgetPublished(transaction: Transaction, published: readonly Published[]): void {
  if (published.length === 0) return;
  transaction.send(FORGET, [published.map((p) => p.partition), published.map((p) => p.lastOffset)]);
}

/** One Avro value for all records of a row. As JSON it took Postgres and the ledger longer than the rest of the row. */
const PACKED = Type.forSchema({
  type: 'array',
  items: {
    type: 'record',
    name: 'AnnouncedRecord',
    fields: [
      { name: 'cause', type: 'long' },
      { name: 'topic', type: 'string' },
      { name: 'partition', type: 'int' },
      { name: 'key', type: ['null', 'string'] },
      { name: 'value', type: 'bytes' },
    ],
  },
});

const STORE = {
  name: 'outbox-store',
  text: `
    INSERT INTO outbox (partition, last_offset, records)
    SELECT * FROM unnest($1::int[], $2::bigint[], $3::bytea[])`,
};

const READ = {
  name: 'outbox-read',
  text: `
    SELECT partition, last_offset AS "lastOffset", records FROM outbox
    WHERE partition = ANY ($1::int[]) ORDER BY partition, last_offset`,
};

const FORGET = {
  name: 'outbox-forget',
  text: `
    DELETE FROM outbox o USING unnest($1::int[], $2::bigint[]) AS p (partition, last_offset)
    WHERE o.partition = p.partition AND o.last_offset <= p.last_offset`,
};
