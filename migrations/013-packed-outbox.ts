import type { Knex } from 'knex';

/** The records of a row as bytes, in Avro. What was still to be told when this runs is told afterwards: it is carried over. */
export async function up(knex: Knex): Promise<void> {
  const rows = await knex<Row>('outbox').select('partition', 'last_offset', 'records');
  await knex.raw(`
    ALTER TABLE outbox DROP COLUMN records;
    ALTER TABLE outbox ADD COLUMN records bytea NOT NULL DEFAULT '';
    ALTER TABLE outbox ALTER COLUMN records DROP DEFAULT;
  `);
  for (const { partition, last_offset, records } of rows) {
    await knex('outbox')
      .where({ partition, last_offset })
      .update({ records: packed(records) });
  }
}

interface Row {
  readonly partition: number;
  readonly last_offset: string;
  readonly records: readonly OldRecord[];
}

type OldRecord = [cause: number, topic: string, partition: number, key: string | null, value: string];

function packed(records: readonly OldRecord[]): Buffer {
  if (records.length === 0) return long(0);
  const items = records.flatMap(([cause, topic, partition, key, value]) => [
    long(cause),
    bytes(Buffer.from(topic)),
    long(partition),
    ...(key === null ? [long(0)] : [long(1), bytes(Buffer.from(key))]),
    bytes(Buffer.from(value, 'base64')),
  ]);
  return Buffer.concat([long(records.length), ...items, long(0)]);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([long(value.length), value]);
}

/** Seven bits at a time, the lowest first; none of these is negative, so its double is its zigzag form. */
function long(value: number): Buffer {
  const digits: number[] = [];
  let rest = value * 2;
  while (rest >= 128) {
    digits.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...digits, rest]);
}
