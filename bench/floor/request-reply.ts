import { Kafka, logLevel } from 'kafkajs';
import { HelperProcess } from '../measure/helper-process';
import type { RunLimits, RunMessage, RunResult } from '../measure/measured-run';

/** The instructions for one end of the exchange. */
export interface PeerOrder {
  readonly role: 'requester' | 'echo';
  readonly brokers: string;
  readonly limits: RunLimits;
}

export const REQUESTS = 'floor-requests';
export const REPLIES = 'floor-replies';
export const IN_FLIGHT = 64;
export const PARTITIONS = 6;

/**
 * Measures what the log can do: 1 KB there and back, 64 at a time, between two processes such as ingress and ledger.
 */
export async function measureRequestReply(brokers: string, limits: RunLimits): Promise<RunResult> {
  await createTopics(brokers);
  const peers = { echo: startPeer(), requester: startPeer() };
  try {
    peers.echo.send({ role: 'echo', brokers, limits } satisfies PeerOrder);
    await peers.echo.receive(READY_MS);
    peers.requester.send({ role: 'requester', brokers, limits } satisfies PeerOrder);
    for (;;) {
      const message = await peers.requester.receive<RunMessage>(
        READY_MS + limits.warmUpMs + limits.measureMs,
      );
      if (message.phase === 'done') return message.result;
    }
  } finally {
    await Promise.all([peers.requester.stop(), peers.echo.stop()]);
  }
}

const READY_MS = 30_000;

function startPeer(): HelperProcess {
  return HelperProcess.start(require.resolve('./request-reply-peer'));
}

async function createTopics(brokers: string): Promise<void> {
  const admin = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const topics = [REQUESTS, REPLIES].map((topic) => ({
    topic,
    numPartitions: PARTITIONS,
    replicationFactor: 1,
  }));
  // Returns false if the topics exist already, from the previous measurement.
  await admin.createTopics({ topics, waitForLeaders: true });
  await admin.disconnect();
}
