/** The consumer of the senders, whose calls of the provider overlap and end in any order. */

import type { Topic } from '../../../../schemas/topics';
import { Backoff } from '../../timing/backoff';
import type { Codec } from '../codec';
import { unlessAway } from '../../failures/failures';
import type { Logger } from '../../logger';
import type { PartitionReader, ReaderHandlers } from '../partition-reader';
import type { LogRecord } from '../records';
import { UnfinishedOffsets } from './unfinished-offsets';

export interface ConcurrentConsumerHandlers<Value> {
  /** Must return at once. Call `finished` when the record need never be read again. */
  onValue(value: Value, finished: () => void): void;
  /** Discard all work that has not begun: its records are read again, by this process or by the new owner. */
  onReassigned(): void;
  onFailure(error: Error): void;
}

export interface ConcurrentConsumerDependencies<Value> {
  readonly topic: Topic<Value>;
  readonly codec: Codec;
  readonly logger: Logger;
  readonly handlers: ConcurrentConsumerHandlers<Value>;
  /** The number of unfinished records, over all partitions, beyond which reading pauses. */
  readonly limit: number;
}

/**
 * Reads a topic whose records are processed concurrently and finish in any order (HAZ-8). It commits the offset up to
 * which all records are finished. The next owner of a partition goes on from there.
 */
export class ConcurrentConsumer<Value> implements ReaderHandlers {
  private partitions = new Map<number, OpenPartition>();
  private assignment: { readonly reader: PartitionReader } | undefined;
  private isOpened = false;

  constructor(private readonly deps: ConcurrentConsumerDependencies<Value>) {}

  get isOpen(): boolean {
    return this.isOpened;
  }

  onAssigned(partitions: readonly number[], reader: PartitionReader): void {
    this.partitions = new Map();
    this.isOpened = false;
    this.assignment = { reader };
    this.deps.handlers.onReassigned();
    this.open(partitions, this.assignment).catch((error: unknown) => this.onFailure(error as Error));
  }

  onRecords(partition: number, records: readonly LogRecord[]): void {
    const open = this.partitions.get(partition);
    if (open === undefined) return;
    const begun = records.filter(({ offset }) => open.unfinished.begin(offset));
    if (open.unfinished.count > this.limitOfEach) this.pause(open);
    this.takeIn(open, begun).catch((error: unknown) => this.onFailure(error as Error));
  }

  onFailure(error: Error): void {
    this.deps.handlers.onFailure(error);
  }

  /** Commits how far all records are finished. If the commit fails, nothing is lost: more records are read again. */
  async commit(): Promise<void> {
    const moved = [...this.partitions.values()].filter(
      (open) => open.unfinished.committable > open.committed,
    );
    const reader = this.assignment?.reader;
    if (reader === undefined || moved.length === 0) return;
    const offsets = new Map(moved.map((open) => [open, open.unfinished.committable]));
    await reader.commit(new Map(Array.from(offsets, ([open, offset]) => [open.partition, offset])));
    for (const [open, offset] of offsets) open.committed = offset;
  }

  private async open(
    partitions: readonly number[],
    assignment: { readonly reader: PartitionReader },
  ): Promise<void> {
    const { reader } = assignment;
    const backoff = new Backoff();
    while (this.assignment === assignment && !this.isOpened) {
      try {
        const [committed, bounds] = await Promise.all([reader.committed(), reader.bounds()]);
        if (this.assignment !== assignment) return;
        for (const partition of partitions) {
          // Kafka deletes records after a week, so the committed offset may lie before the first one that is left.
          const from = Math.max(committed.get(partition) ?? 0, bounds.get(partition)?.first ?? 0);
          const unfinished = new UnfinishedOffsets(from);
          this.partitions.set(partition, { partition, unfinished, committed: from, isPaused: false });
          reader.start(partition, from);
        }
        this.isOpened = true;
        this.deps.logger.info({ partitions }, 'partitions opened');
      } catch (error) {
        this.deps.logger.warn({ partitions, error }, 'partitions could not be opened, retrying');
        await backoff.pause();
      }
    }
  }

  private async takeIn(open: OpenPartition, records: readonly LogRecord[]): Promise<void> {
    const { topic, handlers, logger } = this.deps;
    for (const { partition, offset, value } of records) {
      const decoded = await this.decode(open, value);
      if (!this.isCurrent(open)) return;
      const finished = (): void => this.finish(open, offset);
      if (decoded !== undefined) handlers.onValue(decoded, finished);
      else {
        logger.error({ topic: topic.name, partition, offset }, 'the record cannot be decoded and is skipped');
        finished();
      }
    }
  }

  /** Returns undefined for a record that is not one of this topic. Retries while the schema registry is unavailable. */
  private async decode(open: OpenPartition, value: Buffer): Promise<Value | undefined> {
    const { topic, codec, logger } = this.deps;
    const backoff = new Backoff();
    while (this.isCurrent(open)) {
      try {
        return await codec.decode(topic, value).catch(unlessAway);
      } catch (error) {
        logger.warn({ topic: topic.name, error }, 'the schema of a record cannot be looked up, retrying');
        await backoff.pause();
      }
    }
    return undefined;
  }

  private finish(open: OpenPartition, offset: number): void {
    open.unfinished.finish(offset);
    if (!open.isPaused || !this.isCurrent(open) || open.unfinished.count > this.limitOfEach / 2) return;
    open.isPaused = false;
    this.assignment?.reader.resume(open.partition);
  }

  /** False once the partition was assigned again, to another process or to this one. */
  private isCurrent(open: OpenPartition): boolean {
    return this.partitions.get(open.partition) === open;
  }

  private pause(open: OpenPartition): void {
    open.isPaused = true;
    this.assignment?.reader.pause(open.partition);
  }

  private get limitOfEach(): number {
    return this.deps.limit / Math.max(1, this.partitions.size);
  }
}

interface OpenPartition {
  readonly partition: number;
  readonly unfinished: UnfinishedOffsets;
  committed: number;
  isPaused: boolean;
}
