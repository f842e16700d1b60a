import type { Kafka, Producer } from 'kafkajs';
import type { OutgoingRecord } from './records';
import { rest } from '../timing/sleep';

/** Writes records that their readers tell apart by id: commands, sends, timers. */
export interface RecordProducer {
  /** Resolves when all in-sync replicas have every record. */
  publish(records: readonly OutgoingRecord[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * kafkajs has no linger, and one request per record costs 27 % of the throughput. So whatever is handed in while a
 * request is under way leaves together with the next one.
 *
 * The producer is not idempotent on purpose. kafkajs' idempotent producer can lose an acknowledged record: while a send
 * whose answer was lost waits to be retried, the next send takes its sequence number, and the broker acknowledges it as
 * a repeat without writing it. A plain producer may write twice, which ids make harmless.
 *
 * With `restMs`, for what nobody is in a hurry to hear: while there is much of it, it leaves at most so often. A transaction
 * of the ledger costs the same for one report as for ten, and at a hundred emails a second those of single reports took two
 * thirds of its time. The first after a quiet time leaves at once.
 */
export async function openProducer(kafka: Kafka, restMs = 0): Promise<RecordProducer> {
  const producer = kafka.producer({ idempotent: false, allowAutoTopicCreation: false });
  await producer.connect();
  return new BatchingProducer(producer, restMs);
}

/**
 * kafkajs puts all records of a partition into one record batch, and the broker's size limit is on that batch: a large
 * record would fail its neighbours. A send stays under this for each partition, and a larger record travels alone.
 */
const MAX_BATCH_BYTES = 512 * 1024;

/** What one caller handed in; settled when the last of its records is. */
interface Parcel {
  unwritten: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Waiting {
  readonly record: OutgoingRecord;
  readonly parcel: Parcel;
}

class BatchingProducer implements RecordProducer {
  private readonly waiting: Waiting[] = [];
  private flushing: Promise<void> | undefined;
  private lastSentAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly producer: Producer,
    /** At least so long between the beginnings of two requests. */
    private readonly restMs: number,
  ) {}

  publish(records: readonly OutgoingRecord[]): Promise<void> {
    if (records.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const parcel = { unwritten: records.length, resolve, reject };
      for (const record of records) this.waiting.push({ record, parcel });
      this.flushing ??= this.flush();
    });
  }

  async close(): Promise<void> {
    await this.flushing;
    await this.producer.disconnect();
  }

  private async flush(): Promise<void> {
    // Lets everything that this turn of the event loop hands in join the first request.
    await rest(0);
    while (this.waiting.length > 0) {
      await this.untilNextSend();
      const taken = this.waiting.splice(0, countForOneSend(this.waiting.map(({ record }) => record)));
      try {
        await this.producer.sendBatch({
          acks: -1,
          topicMessages: groupByTopic(taken.map(({ record }) => record)),
        });
        for (const { parcel } of taken) if (--parcel.unwritten === 0) parcel.resolve();
      } catch (error) {
        for (const { parcel } of taken) parcel.reject(error);
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

/** How many records from the front fit one send; one that does not fit by itself goes alone. */
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

/** Lengths, deltas and attributes of one record in a batch, rounded up. */
const RECORD_OVERHEAD_BYTES = 32;
