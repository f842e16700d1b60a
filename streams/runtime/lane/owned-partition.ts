import type { EventRelay } from '../event-relay';
import type { Announcement } from '../outbox';
import type { Position } from '../positions';
import type { LogRecord } from '../records';

/** More than this waiting and the partition is paused; half of it and it goes on. */
const QUEUE_LIMIT_RECORDS = 2_000;
const QUEUE_LIMIT_BYTES = 16 * 1024 * 1024;

/** What an owner keeps in memory about one of its partitions. It is thrown away with the ownership, never mended. */
export class OwnedPartition {
  readonly partition: number;
  readonly epoch: number;
  /** Offset to apply next. */
  position: number;
  lastNowMs: number;
  private paused = false;
  private readonly queue: LogRecord[] = [];
  private queuedBytes = 0;
  private expected: number;

  constructor(
    position: Position,
    readonly relay: EventRelay,
    readonly progress: PublishProgress,
  ) {
    this.partition = position.partition;
    this.epoch = position.epoch;
    this.position = position.position;
    this.lastNowMs = position.lastNowMs;
    this.expected = position.position;
  }

  /** Queues what follows on what is queued already. False: there is a gap, and nothing after it was taken. */
  offer(records: readonly LogRecord[]): boolean {
    for (const record of records) {
      if (record.offset < this.expected) continue;
      if (record.offset > this.expected) return false;
      this.queue.push(record);
      this.queuedBytes += record.value.length;
      this.expected += 1;
    }
    return true;
  }

  peek(): LogRecord | undefined {
    return this.queue[0];
  }

  take(): LogRecord | undefined {
    const record = this.queue.shift();
    this.queuedBytes -= record?.value.length ?? 0;
    return record;
  }

  putBack(records: readonly LogRecord[]): void {
    this.queue.unshift(...records);
    for (const record of records) this.queuedBytes += record.value.length;
  }

  /** True: nothing more is to be read until `takesMoreAgain`. */
  isFull(): boolean {
    this.paused ||= this.queue.length > QUEUE_LIMIT_RECORDS || this.queuedBytes > QUEUE_LIMIT_BYTES;
    return this.paused;
  }

  /** True once, when enough of a full queue has been taken. */
  takesMoreAgain(): boolean {
    const hasRoom = this.queue.length < QUEUE_LIMIT_RECORDS / 2 && this.queuedBytes < QUEUE_LIMIT_BYTES / 2;
    if (!this.paused || !hasRoom) return false;
    this.paused = false;
    return true;
  }
}

/** Which outbox rows are told in full: the sends and timers of a row go out at once, its events by the relay. */
export class PublishProgress {
  private readonly outstanding: { readonly lastOffset: number; published: boolean }[] = [];
  private relayed = -1;
  private forgetting = 0;

  begin(announcement: Announcement): () => void {
    const entry = { lastOffset: announcement.lastOffset, published: false };
    this.outstanding.push(entry);
    return () => {
      entry.published = true;
    };
  }

  relayedUpTo(lastOffset: number): void {
    this.relayed = Math.max(this.relayed, lastOffset);
  }

  /** The last row that can go: it and all before it have been told. It is remembered until `forgotten`. */
  beginForgetting(): number | undefined {
    const open = this.outstanding.findIndex(
      ({ lastOffset, published }) => !published || lastOffset > this.relayed,
    );
    this.forgetting = open === -1 ? this.outstanding.length : open;
    return this.outstanding[this.forgetting - 1]?.lastOffset;
  }

  /** The rows that `beginForgetting` named are gone from the outbox. */
  forgotten(): void {
    this.outstanding.splice(0, this.forgetting);
    this.forgetting = 0;
  }
}
