import { ConfigResourceTypes, type Admin, type Kafka } from 'kafkajs';
import { allTopics, topics, type Topic } from '../../../schemas/topics';
import { Backoff } from '../timing/backoff';
import { isRefusedByBroker } from '../failures/failures';
import { openAdmin } from './kafka-client';
import { LogMismatch } from './log-identity';
import { partitionCount } from './partition-count';

export interface TopicSettings {
  readonly partitions: number;
  readonly replication: number;
}

/** Creates the topics that are missing and brings the settings of the others up to date. */
export async function setUpTopics(kafka: Kafka, settings: TopicSettings): Promise<void> {
  const admin = await openAdmin(kafka);
  try {
    const existing = new Set(await admin.listTopics());
    const missing = allTopics.filter((topic) => !existing.has(topic.name));
    await admin.createTopics({
      waitForLeaders: false,
      topics: missing.map((topic) => ({
        topic: topic.name,
        numPartitions: settings.partitions,
        replicationFactor: settings.replication,
        configEntries: configOf(topic, settings),
      })),
    });
    await awaitLeaders(admin, missing);
    const present = allTopics.filter((topic) => existing.has(topic.name));
    for (const { name } of present) await assertPartitions(kafka, name, settings.partitions);
    await updateTopics(admin, present, settings);
    await awaitCoordinators(admin);
  } finally {
    await admin.disconnect();
  }
}

/** kafkajs would wait for them too, but gives up at a broker that has not heard of the topic yet. */
async function awaitLeaders(admin: Admin, made: readonly Topic<unknown>[]): Promise<void> {
  if (made.length === 0) return;
  await patiently(() => admin.fetchTopicMetadata({ topics: made.map(({ name }) => name) }));
}

/**
 * A new broker makes the topic of its groups when the first group is asked about, and answers "loading" for a while;
 * kafkajs gives a consumer up that meets this. Whoever starts after the set-up finds it done.
 */
async function awaitCoordinators(admin: Admin): Promise<void> {
  for (const groupId of GROUPS) {
    await patiently(() => admin.fetchOffsets({ groupId, topics: [topics.commands.name] }));
  }
}

const GROUPS = ['ledger', 'timers', 'email-sender', 'sms-sender', 'whatsapp-sender', 'webhooks'];

async function patiently(ask: () => Promise<unknown>): Promise<void> {
  const backoff = new Backoff();
  for (let left = MOST_TRIES; ; left -= 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (left === 0 || isRefusedByBroker(error)) throw error;
      await backoff.pause();
    }
  }
}

const MOST_TRIES = 30;

async function assertPartitions(kafka: Kafka, topic: string, wanted: number): Promise<void> {
  const partitions = await partitionCount(kafka, topic);
  if (partitions !== wanted) {
    throw new LogMismatch(
      `topic ${topic} has ${String(partitions)} partitions, not the ${String(wanted)} that PARTITIONS asks for; the number is fixed when it is created`,
    );
  }
}

async function updateTopics(
  admin: Admin,
  present: readonly Topic<unknown>[],
  settings: TopicSettings,
): Promise<void> {
  if (present.length === 0) return;
  await admin.alterConfigs({
    validateOnly: false,
    resources: present.map((topic) => ({
      type: ConfigResourceTypes.TOPIC,
      name: topic.name,
      configEntries: configOf(topic, settings),
    })),
  });
}

function configOf(topic: Topic<unknown>, { replication }: TopicSettings): { name: string; value: string }[] {
  const config = {
    'cleanup.policy': 'delete',
    'retention.ms': topic.retentionMs,
    'segment.ms': topic.segmentMs,
    'max.message.bytes': topic.maxRecordBytes,
    'min.insync.replicas': replication > 2 ? 2 : 1,
    'unclean.leader.election.enable': false,
    // The broker's own clock: ours may be moved, and Kafka refuses records from a far future.
    'message.timestamp.type': 'LogAppendTime',
  };
  return Object.entries(config).map(([name, value]) => ({ name, value: String(value) }));
}
