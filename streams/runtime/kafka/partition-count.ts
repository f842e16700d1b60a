import { KafkaJSError } from 'kafkajs';
import { Backoff } from '../timing/backoff';
import { openAdmin, type LogClient } from './kafka-client';
import { nameWhatFails } from '../failures/name-what-fails';

/** Twenty seconds, with their pauses: the leaders of a topic that was just made are there within one or two. */
const MOST_TRIES = 12;

/**
 * How many partitions a topic has, as soon as each of them is led. kafkajs does not wait for that: its `fetchTopicMetadata` falls
 * over the answer that it did not get, and its `fetchTopicOffsets` gives up at the first partition whose leader does not know
 * yet that it is. It also keeps for minutes who is to lead, so each try asks through an admin of its own.
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

/** What kafkajs itself has tried often enough, as it does for a topic that is missing, it says will not. */
function willPass(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof KafkaJSError && error.cause.retriable;
}
