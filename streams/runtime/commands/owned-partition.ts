import type { EventRelay } from '../kafka/event-relay';
import type { Announcement, Published } from './outbox';
import type { Advance, Position } from './positions';
import type { LogRecord } from '../kafka/records';

/** More than this waiting and the partition is paused; half of it and it goes on. */
const QUEUE_LIMIT_RECORDS = 2_000;
const QUEUE_LIMIT_BYTES = 16 * 1024 * 1024;

/** What an owner keeps in memory about one of its partitions. It is thrown away with the ownership, never mended. */
export class OwnedPartition {
  readonly partition: number;
  readonly epoch: number;
  /** Where the next transaction begins: behind those that are committed and the one that is on its way. */
  position: number;
  lastNowMs: number;
  /** The same, behind those that are committed. */
  private certain: Pick<Position, 'position' | 'lastNowMs'>;
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
    this.certain = { position: this.position, lastNowMs: this.lastNowMs };
  }

  /** A transaction that takes it there is on its way. */
  goOnFrom({ to, nowMs }: Advance): void {
    this.position = to;
    this.lastNowMs = nowMs;
  }

  /** It is committed. */
  arrivedAt(advance: Advance): void {
    this.goOnFrom(advance);
    this.certain = { position: this.position, lastNowMs: this.lastNowMs };
  }

  /** It failed. */
  goBack(): void {
    this.position = this.certain.position;
    this.lastNowMs = this.certain.lastNowMs;
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

  /** Of these outbox rows, those of this partition are gone. */
  forgotten(published: readonly Published[]): void {
    const own = published.find(({ partition }) => partition === this.partition);
    if (own !== undefined) this.progress.forgotten(own.lastOffset);
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

  /** The last row that can go: it and all before it have been told. It is named again until it is `forgotten`. */
  told(): number | undefined {
    const open = this.outstanding.findIndex(
      ({ lastOffset, published }) => !published || lastOffset > this.relayed,
    );
    const told = open === -1 ? this.outstanding.length : open;
    return this.outstanding[told - 1]?.lastOffset;
  }

  /** The rows up to this one are gone from the outbox. */
  forgotten(upTo: number): void {
    const kept = this.outstanding.findIndex(({ lastOffset }) => lastOffset > upTo);
    this.outstanding.splice(0, kept === -1 ? this.outstanding.length : kept);
  }
}
