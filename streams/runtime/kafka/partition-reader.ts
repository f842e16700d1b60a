import {
  AssignerProtocol,
  type Admin,
  type Consumer,
  type ConsumerGroupJoinEvent,
  type Kafka,
} from 'kafkajs';
import { Backoff } from '../timing/backoff';
import { isRefusedByBroker } from '../failures/failures';
import type { LogRecord } from './records';

/**
 * Reads the assigned partitions from positions that its caller keeps. A partition stays paused after an assignment
 * until `start`, because kafkajs fetches before the caller knows the position. kafkajs skips gaps in the log silently,
 * so the caller must check that offsets follow on each other (HAZ-2).
 */
export interface PartitionReader {
  /** Reads the partition from this offset. */
  start(partition: number, offset: number): void;
  pause(partition: number): void;
  resume(partition: number): void;
  /** The committed offsets of the group, for consumers that store no position elsewhere. */
  committed(): Promise<Map<number, number>>;
  commit(offsets: ReadonlyMap<number, number>): Promise<void>;
  /** False after a session without an answer of the group coordinator. Another member owns the partitions then. */
  readonly isHeard: boolean;
  /** Asks the group coordinator whether this member owns the partition. Undecided while the group rebalances. */
  owns(partition: number): Promise<'yes' | 'no' | 'undecided'>;
  /** Per partition, the first offset in the log and the offset after the last. */
  bounds(): Promise<Map<number, { first: number; end: number }>>;
  close(): Promise<void>;
}

/** Implemented by each processor's consumer, such as `CommandConsumer`, `ConcurrentConsumer` and `Timers`. */
export interface ReaderHandlers {
  /** All earlier assignments are void. No record of these partitions arrives before `start`. */
  onAssigned(partitions: readonly number[], reader: PartitionReader): void;
  /** Must return at once, because kafkajs cannot rejoin until it does (HAZ-8). A full handler pauses the partition. */
  onRecords(partition: number, records: readonly LogRecord[]): void;
  /** Reading has ended for good. */
  onFailure(error: Error): void;
}

export interface ReaderOptions {
  readonly topic: string;
  readonly groupId: string;
  readonly sessionTimeoutMs?: number;
  /**
   * How long the broker holds a fetch request while there is nothing to read, and how long kafkajs waits while all
   * partitions are paused. Records arrive at once in any case. With 50 ms an idle reader costs 4 % of a core.
   */
  readonly longestWaitMs?: number;
}

/** For readers that are rarely idle and often paused. */
export const BUSY_READER_WAIT_MS = 50;

export async function openPartitionReader(
  kafka: Kafka,
  { topic, groupId, sessionTimeoutMs = 10_000, longestWaitMs = 250 }: ReaderOptions,
  handlers: ReaderHandlers,
): Promise<PartitionReader> {
  const admin = kafka.admin();
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout: sessionTimeoutMs,
    // kafkajs waits this long plus five seconds for the answer to a join. No member has to finish a batch before.
    rebalanceTimeout: sessionTimeoutMs,
    heartbeatInterval: Math.floor(sessionTimeoutMs / 5),
    maxWaitTimeInMs: longestWaitMs,
    maxBytesPerPartition: 2 * 1024 * 1024,
    allowAutoTopicCreation: false,
    retry: {
      initialRetryTime: 50,
      maxRetryTime: 2_000,
      retries: 10,
      restartOnFailure: () => Promise.resolve(true),
    },
  });
  const reader = new KafkaPartitionReader({ consumer, admin, topic, groupId, sessionTimeoutMs, handlers });
  await admin.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await reader.run();
  return reader;
}

interface ReaderParts extends Required<Pick<ReaderOptions, 'topic' | 'groupId' | 'sessionTimeoutMs'>> {
  readonly consumer: Consumer;
  readonly admin: Admin;
  readonly handlers: ReaderHandlers;
}

class KafkaPartitionReader implements PartitionReader {
  private readonly consumer: Consumer;
  private readonly admin: Admin;
  private readonly topic: string;
  private readonly groupId: string;
  private readonly sessionTimeoutMs: number;
  private readonly handlers: ReaderHandlers;
  private readonly backoff = new Backoff();
  private memberId = '';
  /** While this is false, kafkajs reads nothing and refuses to pause or resume. A new assignment follows. */
  private isMember = false;
  private lastHeartbeatAt = Number.NEGATIVE_INFINITY;
  private closed = false;

  constructor({ consumer, admin, topic, groupId, sessionTimeoutMs, handlers }: ReaderParts) {
    this.consumer = consumer;
    this.admin = admin;
    this.topic = topic;
    this.groupId = groupId;
    this.sessionTimeoutMs = sessionTimeoutMs;
    this.handlers = handlers;
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => this.joined(payload));
    consumer.on(consumer.events.HEARTBEAT, () => {
      this.lastHeartbeatAt = performance.now();
    });
    consumer.on(consumer.events.STOP, () => {
      this.isMember = false;
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) this.ended(payload.error);
    });
  }

  async run(): Promise<void> {
    await this.consumer.run({
      autoCommit: false,
      // One worker is enough, because handlers return at once; and kafkajs wakes every worker for every fetch.
      partitionsConsumedConcurrently: 1,
      eachBatch: ({ batch: { partition, messages } }) => {
        const records = messages.map(({ offset, value }) => ({
          partition,
          offset: Number(offset),
          value: value ?? Buffer.alloc(0),
        }));
        this.handlers.onRecords(partition, records);
        return Promise.resolve();
      },
    });
  }

  private joined({ memberId, memberAssignment }: ConsumerGroupJoinEvent['payload']): void {
    const partitions = memberAssignment[this.topic] ?? [];
    this.memberId = memberId;
    this.isMember = true;
    this.lastHeartbeatAt = performance.now();
    this.backoff.reset();
    for (const partition of partitions) this.pause(partition);
    this.handlers.onAssigned(partitions, this);
  }

  /**
   * kafkajs also gives up after errors that pass, so the consumer starts again unless the broker refuses it (HAZ-9).
   */
  private ended(error: Error): void {
    if (isRefusedByBroker(error)) {
      this.handlers.onFailure(error);
      return;
    }
    this.runAgain().catch((failure: unknown) => this.handlers.onFailure(failure as Error));
  }

  private async runAgain(): Promise<void> {
    await this.backoff.pause();
    if (!this.closed) await this.run();
  }

  /** Counts heartbeats, because kafkajs stops a consumer only after minutes while a broker hangs. */
  get isHeard(): boolean {
    return this.isMember && performance.now() - this.lastHeartbeatAt < this.sessionTimeoutMs;
  }

  start(partition: number, offset: number): void {
    if (!this.isMember) return;
    this.consumer.seek({ topic: this.topic, partition, offset: String(offset) });
    this.resume(partition);
  }

  pause(partition: number): void {
    if (this.isMember) this.consumer.pause([{ topic: this.topic, partitions: [partition] }]);
  }

  resume(partition: number): void {
    if (this.isMember) this.consumer.resume([{ topic: this.topic, partitions: [partition] }]);
  }

  async committed(): Promise<Map<number, number>> {
    const topics = await this.admin.fetchOffsets({ groupId: this.groupId, topics: [this.topic] });
    const partitions = topics.flatMap((topic) => topic.partitions);
    const offsets = partitions.map(({ partition, offset }) => [partition, Number(offset)] as const);
    // Kafka answers -1 if no offset was ever committed.
    return new Map(offsets.filter(([, offset]) => offset >= 0));
  }

  async commit(offsets: ReadonlyMap<number, number>): Promise<void> {
    await this.consumer.commitOffsets(
      Array.from(offsets, ([partition, offset]) => ({
        topic: this.topic,
        partition,
        offset: String(offset),
      })),
    );
  }

  async owns(partition: number): Promise<'yes' | 'no' | 'undecided'> {
    const { groups } = await this.admin.describeGroups([this.groupId]);
    const group = groups[0];
    if (group?.state !== 'Stable') return 'undecided';
    const self = group.members.find((member) => member.memberId === this.memberId);
    if (self === undefined) return 'no';
    const decoded = AssignerProtocol.MemberAssignment.decode(self.memberAssignment);
    return decoded?.assignment[this.topic]?.includes(partition) === true ? 'yes' : 'no';
  }

  async bounds(): Promise<Map<number, { first: number; end: number }>> {
    const offsets = await this.admin.fetchTopicOffsets(this.topic);
    return new Map(
      offsets.map(({ partition, low, high }) => [partition, { first: Number(low), end: Number(high) }]),
    );
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.consumer.disconnect();
    await this.admin.disconnect();
  }
}
