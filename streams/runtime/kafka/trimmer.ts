import type { Kafka } from 'kafkajs';
import { newId } from '../../../schemas/ids';
import { topics } from '../../../schemas/topics';
import type { Codec } from './codec';
import type { Sql } from '../postgres/database';
import type { RecordProducer } from './producer';

/**
 * Commands name people, so commands are deleted from the log soon after they are applied, but never before. Kafka
 * deletes only closed segments, and closes one when the next record is appended. So once an idle partition is trimmed
 * to its end, one `Tick` is appended (HAZ-10).
 */
export interface Trimmer {
  trim(partitions: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

export interface TrimmerDependencies {
  readonly sql: Sql;
  readonly codec: Codec;
  readonly producer: RecordProducer;
  readonly keepAppliedMs: number;
  readonly wallNowMs: () => number;
}

export async function openTrimmer(kafka: Kafka, deps: TrimmerDependencies): Promise<Trimmer> {
  const admin = kafka.admin();
  await admin.connect();
  const topic = topics.commands.name;
  /** Per partition, the end of the log after our last tick. While the log ends there, no other tick is needed. */
  const endsWithTick = new Map<number, number>();

  return {
    async trim(partitions) {
      // This also loads the metadata, and deleteTopicRecords fails without it.
      const bounds = new Map(
        (await admin.fetchTopicOffsets(topic)).map((offsets) => [offsets.partition, offsets]),
      );
      for (const { partition, trimTo } of await trimPoints(deps, partitions)) {
        const { low = '0', high = '0' } = bounds.get(partition) ?? {};
        if (trimTo > Number(low)) {
          await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(trimTo) }] });
        }
        if (trimTo === Number(high) && trimTo > 0 && endsWithTick.get(partition) !== trimTo) {
          await deps.producer.publish([tick(deps, partition)]);
          endsWithTick.set(partition, trimTo + 1);
        }
      }
    },
    close: () => admin.disconnect(),
  };
}

/** Marks the present positions, and finds for each partition the latest mark that is old enough to trim up to. */
async function trimPoints(
  { sql, keepAppliedMs, wallNowMs }: TrimmerDependencies,
  partitions: readonly number[],
): Promise<{ partition: number; trimTo: number }[]> {
  const now = wallNowMs();
  await sql.query(MARK, [partitions, new Date(now)]);
  return sql.query(TRIM_POINTS, [partitions, new Date(now - keepAppliedMs)]);
}

function tick(
  { codec, wallNowMs }: TrimmerDependencies,
  partition: number,
): Parameters<RecordProducer['publish']>[0][0] {
  const now = wallNowMs();
  const command = {
    command_id: newId('cmd', now),
    business_id: '',
    // A tick decides nothing, so it must not move the time of the partition either.
    issued_at: 0,
    reply_to: null,
    idempotency: null,
    body: { Tick: {} },
  };
  return { topic: topics.commands.name, partition, key: null, value: codec.encode(topics.commands, command) };
}

/**
 * Marks only partitions that have moved since their last mark. An idle one has a single mark instead of one a minute.
 */
const MARK = {
  name: 'trimmer-mark',
  text: `
    INSERT INTO position_marks (partition, marked_at, position)
    SELECT p.partition, $2, p.position FROM positions p
    WHERE p.partition = ANY ($1::int[]) AND p.position > coalesce(
      (SELECT max(m.position) FROM position_marks m WHERE m.partition = p.partition), 0)
    ON CONFLICT DO NOTHING`,
};

const TRIM_POINTS = {
  name: 'trimmer-trim-points',
  text: `
    WITH latest AS (
      SELECT DISTINCT ON (partition) partition, marked_at, position FROM position_marks
      WHERE partition = ANY ($1::int[]) AND marked_at <= $2 ORDER BY partition, marked_at DESC
    ), superseded AS (
      DELETE FROM position_marks m USING latest l WHERE m.partition = l.partition AND m.marked_at < l.marked_at
    )
    SELECT partition, position AS "trimTo" FROM latest`,
};
