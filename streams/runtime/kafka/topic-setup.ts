/** Sets the topics up before any service starts, so that no broker creates one with default settings. */

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

/** kafkajs could wait for leaders itself, but gives up if a broker does not know the topic yet. */
async function awaitLeaders(admin: Admin, created: readonly Topic<unknown>[]): Promise<void> {
  if (created.length === 0) return;
  await retried(() => admin.fetchTopicMetadata({ topics: created.map(({ name }) => name) }));
}

/**
 * A new broker creates its internal topic for groups at the first request about a group, and answers "loading" for a
 * while. kafkajs gives up a consumer that gets this answer, so the set-up waits until the groups are loaded.
 */
async function awaitCoordinators(admin: Admin): Promise<void> {
  for (const groupId of GROUPS) {
    await retried(() => admin.fetchOffsets({ groupId, topics: [topics.commands.name] }));
  }
}

const GROUPS = ['ledger', 'timers', 'email-sender', 'sms-sender', 'whatsapp-sender', 'webhooks'];

async function retried(ask: () => Promise<unknown>): Promise<void> {
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
      `PARTITIONS is ${String(wanted)}, but the topic ${topic} has ${String(partitions)} partitions, fixed at its creation: set PARTITIONS to ${String(partitions)}`,
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
    // The broker dates records: the product's clock may be moved, and Kafka refuses dates far ahead (HAZ-18).
    'message.timestamp.type': 'LogAppendTime',
  };
  return Object.entries(config).map(([name, value]) => ({ name, value: String(value) }));
}
