import type { Kafka } from 'kafkajs';
import { newId } from '../../../schemas/ids';
import { topics } from '../../../schemas/topics';
import type { Codec } from './codec';
import type { Sql } from '../postgres/database';
import type { RecordProducer } from './producer';

/**
 * Commands name people, so what was applied is deleted from the log soon after; what was not stays, however long it takes.
 *
 * Kafka deletes whole closed segments only and closes one when the next record is appended. An idle partition would
 * keep its last segment for good, so once everything in it is trimmed one `Tick` is appended.
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
  /** End of the log as our own tick left it: nothing else has come since, so no other is due. */
  const endsWithTick = new Map<number, number>();

  return {
    async trim(partitions) {
      // Also loads the metadata without which deleteTopicRecords fails.
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

/** Notes where the partitions stand now, and finds where they stood when what came before became old enough. */
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
    // Ticks decide nothing, so they must not move the product's time either.
    issued_at: 0,
    reply_to: null,
    idempotency: null,
    body: { Tick: {} },
  };
  return { topic: topics.commands.name, partition, key: null, value: codec.encode(topics.commands, command) };
}

/** A mark only where the partition has moved since its last one: an idle partition has one mark, not one a minute. */
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
