import type { Admin, Kafka, Producer } from 'kafkajs';
import { topics } from '../../../schemas/topics';
import type { AnnouncedRecord } from './records';
import { countForOneSend, groupByTopic } from './producer';
import { Signal } from '../timing/signal';

/**
 * Publishes the events of one partition of `commands`, exactly once for readers with `read_committed`. A Kafka
 * transaction carries events and, as a group offset, how far they reach in `commands`, so a new owner knows what is
 * left. Opening fences the old owner first, because only then is that offset final (HAZ-6). After an error it is opened
 * anew.
 */
export interface EventRelay {
  /** When the relay was opened, events up to this offset of `commands` were published; -1 for none. */
  readonly relayedAtOpening: number;
  /** Publishes these events soon. Commands up to `lastOffset` caused them. */
  enqueue(lastOffset: number, events: readonly AnnouncedRecord[]): void;
  /** Publishes what is enqueued, then disconnects. */
  drain(): Promise<void>;
  /** Disconnects at once. The next owner publishes what is enqueued. */
  close(): Promise<void>;
}

export interface RelayHandlers {
  onRelayed(lastOffset: number): void;
  /** The relay publishes nothing more. */
  onFailure(error: unknown): void;
}

/** Opens the relay of a partition of `commands`. Implemented by `relayOpener` below. */
export type OpenRelay = (partition: number, handlers: RelayHandlers) => Promise<EventRelay>;

const RELAY_GROUP = 'event-relay';

export function relayOpener(kafka: Kafka, admin: Admin): OpenRelay {
  return async (partition, handlers) => {
    const producer = kafka.producer({
      transactionalId: `${RELAY_GROUP}-${String(partition)}`,
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      transactionTimeout: 30_000,
      retry: { initialRetryTime: 5, maxRetryTime: 1_000, retries: 15 },
    });
    try {
      await producer.connect();
      // kafkajs fences older producers of this transactional id only in the first transaction.
      await (await producer.transaction()).abort();
      const next = await relayedOffset(admin, partition);
      return new TransactionalRelay(producer, partition, next - 1, handlers);
    } catch (error) {
      // The caller retries while the broker is down, and every try would leak its connections.
      await producer.disconnect().catch(() => undefined);
      throw error;
    }
  };
}

async function relayedOffset(admin: Admin, partition: number): Promise<number> {
  const answer = await admin.fetchOffsets({ groupId: RELAY_GROUP, topics: [topics.commands.name] });
  const offset = answer[0]?.partitions.find((entry) => entry.partition === partition)?.offset ?? '-1';
  return Math.max(Number(offset), 0);
}

/**
 * A transaction costs Kafka and the ledger some milliseconds of CPU, even with a single event. Back to back on six
 * partitions, transactions took four fifths of Kafka's time under load: 1,548 µs a push instead of 320. Once a second
 * they were still half of the ledger's requests.
 */
export const TRANSACTION_EVERY_MS = 2_000;

/**
 * Gives each partition its own phase in that interval, because six transactions at once delayed pushes by 100 ms. The
 * golden ratio spreads any number of partitions evenly.
 */
export function nextTurnMs(partition: number, lastStartedAtMs: number): number {
  const phaseMs = ((partition * 0.618034) % 1) * TRANSACTION_EVERY_MS;
  const earliestMs = lastStartedAtMs + TRANSACTION_EVERY_MS / 2;
  return Math.ceil((earliestMs - phaseMs) / TRANSACTION_EVERY_MS) * TRANSACTION_EVERY_MS + phaseMs;
}

interface Waiting {
  readonly lastOffset: number;
  readonly events: readonly AnnouncedRecord[];
}

class TransactionalRelay implements EventRelay {
  private readonly waiting: Waiting[] = [];
  private running = false;
  private finished = Promise.resolve();
  private closed = false;
  private draining = false;
  private readonly hurry = new Signal();
  private lastStartedAt = Number.NEGATIVE_INFINITY;
  /** The last transaction did not have room for all waiting events. */
  private isBehind = false;

  constructor(
    private readonly producer: Producer,
    private readonly partition: number,
    readonly relayedAtOpening: number,
    private readonly handlers: RelayHandlers,
  ) {}

  enqueue(lastOffset: number, events: readonly AnnouncedRecord[]): void {
    this.waiting.push({ lastOffset, events });
    if (this.running) return;
    this.running = true;
    this.finished = this.run();
  }

  close(): Promise<void> {
    this.closed = true;
    return this.drain();
  }

  async drain(): Promise<void> {
    this.draining = true;
    this.hurry.raise();
    await this.finished;
    await this.producer.disconnect().catch(() => undefined);
  }

  private async run(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        await this.pause();
        if (this.isClosed()) break;
        const taken = this.takeForOneTransaction();
        const lastOffset = taken[taken.length - 1]!.lastOffset;
        const events = taken.flatMap((entry) => entry.events);
        if (events.length > 0) await this.commit(lastOffset, events);
        this.handlers.onRelayed(lastOffset);
      }
    } catch (error) {
      this.closed = true;
      this.handlers.onFailure(error);
    } finally {
      this.running = false;
    }
  }

  private isClosed(): boolean {
    return this.closed;
  }

  /** Waits between transactions, so that many events share one. After a quiet time the first one starts at once. */
  private async pause(): Promise<void> {
    const restMs = nextTurnMs(this.partition, this.lastStartedAt) - performance.now();
    if (restMs > 0 && !this.draining && !this.isBehind) await this.hurry.wait(restMs);
    this.lastStartedAt = performance.now();
  }

  /** Takes whole entries only, as many as fit one request per partition, so that the offset describes them exactly. */
  private takeForOneTransaction(): Waiting[] {
    const records = this.waiting.flatMap((entry) => entry.events);
    let room = countForOneSend(records);
    let taken = 0;
    for (const entry of this.waiting) {
      room -= entry.events.length;
      if (room < 0 && taken > 0) break;
      taken += 1;
    }
    this.isBehind = taken < this.waiting.length;
    return this.waiting.splice(0, taken);
  }

  /** One `sendBatch` per transaction: with a second one, a lost answer could lose a record (HAZ-1). */
  private async commit(lastOffset: number, events: readonly AnnouncedRecord[]): Promise<void> {
    const transaction = await this.producer.transaction();
    await transaction.sendBatch({ acks: -1, topicMessages: groupByTopic(events) });
    await transaction.sendOffsets({
      consumerGroupId: RELAY_GROUP,
      topics: [
        {
          topic: topics.commands.name,
          partitions: [{ partition: this.partition, offset: String(lastOffset + 1) }],
        },
      ],
    });
    await transaction.commit();
  }
}
