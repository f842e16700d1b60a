import type { EventRelay } from '../kafka/event-relay';
import type { Announcement, Published } from './outbox';
import type { Advance, Position } from './positions';
import type { LogRecord } from '../kafka/records';

/** Above these limits reading of the partition pauses. It resumes when half of them is left. */
const QUEUE_LIMIT_RECORDS = 2_000;
const QUEUE_LIMIT_BYTES = 16 * 1024 * 1024;

/** What an owner keeps in memory about one of its partitions. It is discarded with the ownership and never repaired. */
export class OwnedPartition {
  readonly partition: number;
  readonly epoch: number;
  /** Where the next transaction begins: behind the committed ones and the one under way. */
  position: number;
  lastNowMs: number;
  /** Position and time behind the committed transactions only. */
  private committed: Pick<Position, 'position' | 'lastNowMs'>;
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
    this.committed = { position: this.position, lastNowMs: this.lastNowMs };
  }

  /** A transaction with this advance is decided, but not committed. */
  advance({ to, nowMs }: Advance): void {
    this.position = to;
    this.lastNowMs = nowMs;
  }

  /** A transaction with this advance is committed. */
  commit(advance: Advance): void {
    this.advance(advance);
    this.committed = { position: this.position, lastNowMs: this.lastNowMs };
  }

  /** The transaction under way failed: the next one begins behind the committed ones. */
  rollBack(): void {
    this.position = this.committed.position;
    this.lastNowMs = this.committed.lastNowMs;
  }

  /** Queues records whose offsets follow on the queued ones. Returns false at a gap, and queues nothing after it. */
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

  /** These outbox rows are deleted; only those of this partition matter here. */
  forgotten(published: readonly Published[]): void {
    const own = published.find(({ partition }) => partition === this.partition);
    if (own !== undefined) this.progress.forgotten(own.lastOffset);
  }

  /** When this returns true, reading must pause until `takesMoreAgain`. */
  isFull(): boolean {
    this.paused ||= this.queue.length > QUEUE_LIMIT_RECORDS || this.queuedBytes > QUEUE_LIMIT_BYTES;
    return this.paused;
  }

  /** Returns true once, when enough of a full queue has been taken. */
  takesMoreAgain(): boolean {
    const hasRoom = this.queue.length < QUEUE_LIMIT_RECORDS / 2 && this.queuedBytes < QUEUE_LIMIT_BYTES / 2;
    if (!this.paused || !hasRoom) return false;
    this.paused = false;
    return true;
  }
}

/** Tracks which outbox rows are published in full. Sends and timers go out at once, events by the relay. */
export class PublishProgress {
  private readonly outstanding: { readonly lastOffset: number; published: boolean }[] = [];
  private relayed = -1;

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

  /** The last row up to which all rows are published. Returns the same row again until it is `forgotten`. */
  publishedUpTo(): number | undefined {
    const open = this.outstanding.findIndex(
      ({ lastOffset, published }) => !published || lastOffset > this.relayed,
    );
    const done = open === -1 ? this.outstanding.length : open;
    return this.outstanding[done - 1]?.lastOffset;
  }

  /** The rows up to this one are deleted from the outbox. */
  forgotten(upTo: number): void {
    const kept = this.outstanding.findIndex(({ lastOffset }) => lastOffset > upTo);
    this.outstanding.splice(0, kept === -1 ? this.outstanding.length : kept);
  }
}
