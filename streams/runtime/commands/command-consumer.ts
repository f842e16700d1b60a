/** The main loop of the ledger process: which partitions it owns, and what it does with them next. */

import { Backoff } from '../timing/backoff';
import type { Codec } from '../kafka/codec';
import type { OpenRelay } from '../kafka/event-relay';
import { publishedBy, takeBatch } from './batch';
import { LogMismatch } from '../kafka/log-identity';
import { BatchTransactions } from './batch-transactions';
import { OutboxPublisher } from './publisher';
import { ReplySender } from './reply-sender';
import { Isolation } from './isolation';
import { ParkingBrake } from './parking-brake';
import type { CommandStore } from './store';
import type { CommandTelemetry } from './telemetry';
import { openPartitions, type Opened, type OpeningDependencies } from './open-partitions';
import type { OwnedPartition } from './owned-partition';
import type { PartitionReader, ReaderHandlers } from '../kafka/partition-reader';
import type { RecordProducer } from '../kafka/producer';
import type { PublishReplies } from './replies';
import type { LogRecord } from '../kafka/records';
import { rest } from '../timing/sleep';
import { Signal } from '../timing/signal';

export interface CommandConsumerDependencies {
  readonly store: CommandStore;
  readonly codec: Codec;
  readonly producer: RecordProducer;
  readonly publishReplies: PublishReplies;
  readonly openRelay: OpenRelay;
  readonly telemetry: CommandTelemetry;
  /** The product's time. */
  readonly clock: { now(): number };
}

/**
 * Reads `commands` and applies what waits in all owned partitions, one micro-batch after the other. A commit costs the
 * same for 1 command as for 250, so throughput grows with load; two consumers side by side were slower. After any fault
 * of a partition its state in memory is discarded, and it is opened again.
 */
export class CommandConsumer implements ReaderHandlers {
  private reader: PartitionReader | undefined;
  private joined = false;
  private owned = new Map<number, OwnedPartition>();
  /** Partitions of a new assignment. They are opened before anything else is done. */
  private assigned: readonly number[] = [];
  /** Partitions to open again, if the group still assigns them to this process. */
  private readonly recovering = new Set<number>();
  private readonly transactions: BatchTransactions;
  private readonly isolation: Isolation;
  private readonly work = new Signal();
  private readonly publisher: OutboxPublisher;
  private readonly opening: OpeningDependencies;
  private stopping = false;
  private fail: (error: Error) => void = () => undefined;
  private readonly failure = new Promise<never>((_resolve, reject) => {
    this.fail = reject;
  });
  private turn = 0;
  private readonly backoff = new Backoff();

  constructor(private readonly deps: CommandConsumerDependencies) {
    this.publisher = new OutboxPublisher(deps.producer, deps.telemetry);
    const ownership = {
      ...deps,
      publisher: this.publisher,
      replySender: new ReplySender(deps.publishReplies, deps.telemetry),
      time: () => ({ nowMs: deps.clock.now(), onAhead: deps.telemetry.ahead }),
      brake: new ParkingBrake((pauseMs) => deps.telemetry.braked(pauseMs)),
      isOurs: (owner: OwnedPartition) => this.isOurs(owner),
      recover: (partition: number, reason: string) => this.recover(partition, reason),
      readOn: (partition: number) => this.reader?.resume(partition),
      onReleased: () => this.work.raise(),
    };
    this.isolation = new Isolation(ownership);
    this.transactions = new BatchTransactions({ ...ownership, isolation: this.isolation });
    this.opening = {
      store: deps.store,
      openRelay: deps.openRelay,
      onRelayFailure: (owner, error) => {
        deps.telemetry.relayFailed(owner.partition, error);
        if (this.isOurs(owner)) this.recover(owner.partition, 'relay failed');
      },
    };
  }

  onAssigned(partitions: readonly number[], reader: PartitionReader): void {
    this.reader = reader;
    this.joined = true;
    for (const owner of this.owned.values()) void owner.relay.close();
    this.owned.clear();
    this.recovering.clear();
    this.assigned = partitions;
    this.work.raise();
  }

  onRecords(partition: number, records: readonly LogRecord[]): void {
    const owner = this.owned.get(partition);
    if (owner === undefined) return;
    if (!owner.offer(records)) {
      this.recover(partition, 'gap');
      return;
    }
    if (owner.isFull()) this.reader?.pause(partition);
    this.work.raise();
  }

  onFailure(error: Error): void {
    this.fail(error);
    this.stop();
  }

  /**
   * Runs until `stop` is called. Throws at once when no retry can help: unpublished records stay in the outbox, and
   * waiting for a log that is gone for good would never end.
   */
  async run(): Promise<void> {
    await Promise.race([this.untilStopped(), this.failure]);
  }

  stop(): void {
    this.stopping = true;
    this.work.raise();
  }

  /** All assigned partitions are open, and no command waits until a fault outside of it is fixed. */
  get isOpen(): boolean {
    const isWhole = this.assigned.length === 0 && this.recovering.size === 0;
    return this.joined && isWhole && !this.isolation.isHeldUp;
  }

  get ownedPartitions(): readonly number[] {
    return [...this.owned.keys()];
  }

  private async untilStopped(): Promise<void> {
    while (!this.stopping) {
      if (this.reader === undefined) await this.work.wait(IDLE_MS);
      else await this.step(this.reader);
    }
    await this.transactions.finish();
    await this.isolation.stop();
    await this.publisher.drained();
    await Promise.all(Array.from(this.owned.values(), (owner) => owner.relay.drain()));
  }

  private async step(reader: PartitionReader): Promise<void> {
    const toReopen = [...this.recovering].find((partition) => !this.isolation.isBusyWith(partition));
    if (this.assigned.length > 0) {
      await this.transactions.finish();
      await this.isolation.released(this.assigned);
      await this.openAssigned(reader);
    } else if (toReopen !== undefined) {
      await this.transactions.finish();
      await this.reopen(reader, toReopen);
    } else {
      // Nothing is read while a batch is decided. Without this turn of the event loop the next batch would miss the
      // records that have arrived since, and one fetch would become two transactions of half the size.
      await rest(0);
      const records = takeBatch(this.unsuspected(), this.turn++);
      if (records.length > 0) await this.transactions.apply(records);
      else if (this.transactions.isUnderWay) await this.transactions.finish();
      else await this.idle();
    }
  }

  /** The partitions whose next commands may share a batch. A suspected command goes to `Isolation` instead. */
  private unsuspected(): OwnedPartition[] {
    const free = [...this.owned.values()].filter((owner) => !this.isolation.holds(owner));
    return free.filter((owner) => {
      const record = this.isolation.suspects(owner) ? owner.take() : undefined;
      if (record !== undefined) this.isolation.take([{ owner, ...record }]);
      return record === undefined;
    });
  }

  private async openAssigned(reader: PartitionReader): Promise<void> {
    const partitions = this.assigned;
    const opened = await this.open(reader, partitions);
    if (this.assigned !== partitions) {
      discard(opened);
    } else if (opened !== undefined) {
      this.assigned = [];
      this.begin(reader, opened);
    }
  }

  /** Asks the group first, because a process that stalled must not take a partition back from its new owner (HAZ-4). */
  private async reopen(reader: PartitionReader, partition: number): Promise<void> {
    const answer = await reader.owns(partition).catch(() => 'undecided' as const);
    if (!this.recovering.has(partition)) return;
    if (answer === 'undecided') return this.backoff.pause();
    const opened = answer === 'yes' ? await this.open(reader, [partition]) : [];
    if (!this.recovering.has(partition)) {
      discard(opened);
    } else if (opened !== undefined) {
      this.recovering.delete(partition);
      this.begin(reader, opened);
    }
  }

  private async open(reader: PartitionReader, partitions: readonly number[]): Promise<Opened[] | undefined> {
    try {
      const opened = await openPartitions(this.opening, reader, partitions);
      this.backoff.reset();
      return opened;
    } catch (error) {
      if (error instanceof LogMismatch) throw error;
      this.deps.telemetry.openingFailed(partitions, error);
      await this.backoff.pause();
      return undefined;
    }
  }

  private begin(reader: PartitionReader, opened: readonly Opened[]): void {
    for (const { owner, leftovers } of opened) {
      this.owned.set(owner.partition, owner);
      this.publisher.publishLeftovers(owner, leftovers);
      reader.start(owner.partition, owner.position);
    }
    this.deps.telemetry.opened(opened.map(({ owner }) => owner.partition));
  }

  private recover(partition: number, reason: string): void {
    this.deps.telemetry.recovering(partition, reason);
    this.reader?.pause(partition);
    void this.owned.get(partition)?.relay.close();
    this.owned.delete(partition);
    this.recovering.add(partition);
    this.work.raise();
  }

  private isOurs(owner: OwnedPartition): boolean {
    return this.owned.get(owner.partition) === owner;
  }

  /** Deletes the published outbox rows that otherwise the next transaction deletes. */
  private async idle(): Promise<void> {
    if (await this.work.wait(IDLE_MS)) return;
    const owners = [...this.owned.values()];
    const published = publishedBy(owners);
    if (published.length === 0) return;
    try {
      await this.deps.store.forget(published);
      for (const owner of owners) owner.forgotten(published);
    } catch (error) {
      this.deps.telemetry.outage(error);
    }
  }
}

const IDLE_MS = 500;

function discard(opened: readonly Opened[] | undefined): void {
  for (const { owner } of opened ?? []) void owner.relay.close();
}
