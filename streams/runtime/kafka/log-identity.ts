import type { Kafka } from 'kafkajs';
import { topics } from '../../../schemas/topics';
import type { Sql } from '../postgres/database';
import { openAdmin } from './kafka-client';
import { partitionCount } from './partition-count';

/** The log and the database do not belong together. Going on would lose or repeat commands, so the process ends. */
export class LogMismatch extends Error {}

/**
 * Positions mean nothing in another log, and another number of partitions gives a business a second owner (HAZ-3). The
 * first start stores the cluster id and the number of partitions. A process that finds others does not start.
 */
export async function assertSameLog(sql: Sql, kafka: Kafka, partitions: number): Promise<void> {
  const found = await describeLog(kafka);
  if (found.partitions !== partitions) {
    const [name, count] = [topics.commands.name, String(found.partitions)];
    throw new LogMismatch(
      `PARTITIONS is ${String(partitions)}, but the topic ${name} has ${count} partitions, fixed at its creation: set PARTITIONS to ${count}`,
    );
  }
  const rows = await sql.query<{ clusterId: string; partitions: number }>(REMEMBER, [
    found.clusterId,
    partitions,
  ]);
  const known = rows[0] ?? found;
  if (known.clusterId !== found.clusterId) {
    throw new LogMismatch(
      `this database belongs to the Kafka cluster ${known.clusterId}, but KAFKA_BROKERS is the cluster ${found.clusterId}: connect the database and the cluster that belong together`,
    );
  }
  if (known.partitions !== partitions) {
    throw new LogMismatch(
      `this database belongs to a log of ${String(known.partitions)} partitions, but the log has ${String(partitions)}: connect the log of this database`,
    );
  }
}

async function describeLog(kafka: Kafka): Promise<{ clusterId: string; partitions: number }> {
  const admin = await openAdmin(kafka);
  try {
    const { clusterId } = await admin.describeCluster();
    return { clusterId, partitions: await partitionCount(kafka, topics.commands.name) };
  } finally {
    await admin.disconnect();
  }
}

const REMEMBER = {
  name: 'log-identity-remember',
  text: `
    INSERT INTO log_identity AS known (cluster_id, partitions) VALUES ($1, $2)
    ON CONFLICT (only_row) DO UPDATE SET cluster_id = known.cluster_id
    RETURNING cluster_id AS "clusterId", partitions`,
};
