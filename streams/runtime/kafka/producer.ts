import type { Kafka, Producer } from 'kafkajs';
import type { OutgoingRecord } from './records';
import { rest } from '../timing/sleep';

/** Writes records whose readers recognise a repeat by its id: commands, sends, timers. */
export interface RecordProducer {
  /** Resolves when all in-sync replicas have every record. */
  publish(records: readonly OutgoingRecord[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * kafkajs has no linger, and one request per record costs 27 % of the throughput, so records that arrive during a
 * request leave together with the next one. The producer is not idempotent, because kafkajs' idempotent one can lose an
 * acknowledged record (HAZ-1). It may write a record twice, which ids make harmless.
 */
export async function openProducer(kafka: Kafka, restMs = 0): Promise<RecordProducer> {
  const producer = kafka.producer({ idempotent: false, allowAutoTopicCreation: false });
  await producer.connect();
  return new BatchingProducer(producer, restMs);
}

/**
 * kafkajs puts all records of a partition into one record batch, and the size limit of the broker is on that batch. So
 * a request has at most this many bytes for each partition, and a larger record travels alone (HAZ-7).
 */
const MAX_BATCH_BYTES = 512 * 1024;

/** One call of `publish`, settled when the last of its records is written. */
interface PublishCall {
  unwritten: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Waiting {
  readonly record: OutgoingRecord;
  readonly call: PublishCall;
}

class BatchingProducer implements RecordProducer {
  private readonly waiting: Waiting[] = [];
  private flushing: Promise<void> | undefined;
  private lastSentAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly producer: Producer,
    /**
     * The shortest time between the starts of two requests, for records that may wait. A transaction of the ledger
     * costs the same for one report as for ten: at a hundred emails a second, single reports took two thirds of its
     * time.
     */
    private readonly restMs: number,
  ) {}

  publish(records: readonly OutgoingRecord[]): Promise<void> {
    if (records.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const call = { unwritten: records.length, resolve, reject };
      for (const record of records) this.waiting.push({ record, call });
      this.flushing ??= this.flush();
    });
  }

  async close(): Promise<void> {
    await this.flushing;
    await this.producer.disconnect();
  }

  private async flush(): Promise<void> {
    // All records of this turn of the event loop join the first request.
    await rest(0);
    while (this.waiting.length > 0) {
      await this.untilNextSend();
      const taken = this.waiting.splice(0, countForOneSend(this.waiting.map(({ record }) => record)));
      try {
        await this.producer.sendBatch({
          acks: -1,
          topicMessages: groupByTopic(taken.map(({ record }) => record)),
        });
        for (const { call } of taken) if (--call.unwritten === 0) call.resolve();
      } catch (error) {
        for (const { call } of taken) call.reject(error);
      }
    }
    this.flushing = undefined;
  }

  private async untilNextSend(): Promise<void> {
    const restMs = this.lastSentAtMs + this.restMs - performance.now();
    if (restMs > 0) await rest(restMs);
    this.lastSentAtMs = performance.now();
  }
}

/** How many of the first records fit one request. A record that is too large by itself goes alone. */
export function countForOneSend(records: readonly OutgoingRecord[]): number {
  if (records.reduce((total, record) => total + sizeOf(record), 0) <= MAX_BATCH_BYTES) return records.length;
  const bytes = new Map<string, number>();
  for (const [index, record] of records.entries()) {
    const target = `${record.topic}/${String(record.partition)}`;
    const total = (bytes.get(target) ?? 0) + sizeOf(record);
    if (total > MAX_BATCH_BYTES) return Math.max(index, 1);
    bytes.set(target, total);
  }
  return records.length;
}

export function groupByTopic(records: readonly OutgoingRecord[]): {
  topic: string;
  messages: { partition: number; key: string | null; value: Buffer }[];
}[] {
  const byTopic = new Map<string, { partition: number; key: string | null; value: Buffer }[]>();
  for (const { topic, partition, key, value } of records) {
    const messages = byTopic.get(topic);
    if (messages === undefined) byTopic.set(topic, [{ partition, key, value }]);
    else messages.push({ partition, key, value });
  }
  return [...byTopic].map(([topic, messages]) => ({ topic, messages }));
}

function sizeOf(record: OutgoingRecord): number {
  return record.value.length + (record.key?.length ?? 0) + RECORD_OVERHEAD_BYTES;
}

/** The lengths, deltas and attributes of one record in a batch, rounded up. */
const RECORD_OVERHEAD_BYTES = 32;
