import { KafkaJSError } from 'kafkajs';
import { Backoff } from '../timing/backoff';
import { openAdmin, type LogClient } from './kafka-client';
import { nameWhatFails } from '../failures/name-what-fails';

/** With their pauses, 12 tries take twenty seconds. A new topic has its leaders within one or two. */
const MOST_TRIES = 12;

/**
 * The number of partitions of a topic, as soon as each has a leader. kafkajs does not wait for leaders: its
 * `fetchTopicMetadata` crashes without them, and its `fetchTopicOffsets` gives up if a leader does not know yet that it
 * leads. It also caches leaders for minutes, so each try opens a new admin client.
 */
export async function partitionCount(
  kafka: LogClient,
  topic: string,
  mostTries = MOST_TRIES,
): Promise<number> {
  const backoff = new Backoff();
  for (let left = mostTries - 1; ; left -= 1) {
    try {
      return await countOnce(kafka, topic);
    } catch (error) {
      if (left === 0 || !willPass(error)) throw error;
      await backoff.pause();
    }
  }
}

async function countOnce(kafka: LogClient, topic: string): Promise<number> {
  const admin = await openAdmin(kafka);
  try {
    const offsets = admin.fetchTopicOffsets(topic);
    return (await nameWhatFails(`the topic ${topic} at KAFKA_BROKERS`, offsets)).length;
  } finally {
    await admin.disconnect();
  }
}

/** kafkajs marks an error as not retriable after its own retries, as with a missing topic. */
function willPass(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof KafkaJSError && error.cause.retriable;
}
