import { Backoff } from '../backoff';
import type { Codec } from '../codec';
import { classifyFailure } from '../failures';
import { OwnershipLost } from '../positions';
import { deadLetterOf, refusalOf, Undecodable, unreadBatch, type QueuedRecord } from './batch';
import type { OwnedPartition } from './owned-partition';
import { beginPassage, movesOf, type Passage, type PassageDependencies } from './passage';
import type { LanePublisher } from './publisher';
import type { Committed, LaneBatch, LaneStore } from './store';
import type { LaneTelemetry } from './telemetry';

export interface PassagesDependencies {
  readonly store: LaneStore;
  readonly codec: Codec;
  readonly publisher: LanePublisher;
  readonly telemetry: LaneTelemetry;
  readonly time: PassageDependencies['time'];
  /** Under this very ownership: the same partition may have been opened anew. */
  readonly isOurs: (owner: OwnedPartition) => boolean;
  /** What is in memory about the partition is void: it is to be opened again. */
  readonly recover: (partition: number, reason: string) => void;
  /** Its records have room again. */
  readonly readOn: (partition: number) => void;
}

/**
 * Takes batches into the database, and deals with those that do not get there. While one is being committed the next is
 * read and its rows are asked for, behind the commit and over the same connection, so that it finds what the first one
 * left; if that one fails, the next one's records wait again.
 */
export class Passages {
  /** The one that is decided and being committed. */
  private committing: Passage | undefined;
  private readonly backoff = new Backoff();

  constructor(private readonly deps: PassagesDependencies) {}

  get isUnderWay(): boolean {
    return this.committing !== undefined;
  }

  /** Until the batch is decided: it is being committed then. */
  async apply(records: readonly QueuedRecord[]): Promise<void> {
    const before = this.committing;
    this.committing = undefined;
    const next = beginPassage(this.deps, records, before);
    if (before !== undefined && !(await this.conclude(before, next))) return;
    try {
      await next.sent;
    } catch (error) {
      await this.handleFailure(next, error);
      return;
    }
    for (const { owner, advance } of movesOf(records, await next.read)) owner.goOnFrom(advance);
    this.committing = next;
  }

  /** Until nothing is on its way. */
  async finish(): Promise<void> {
    const last = this.committing;
    this.committing = undefined;
    if (last !== undefined) await this.conclude(last, undefined);
  }

  /** False if the passage failed: `next`, which counted on it, has failed too then, and its records wait again. */
  private async conclude(passage: Passage, next: Passage | undefined): Promise<boolean> {
    let committed: Committed;
    try {
      committed = await passage.committed;
    } catch (error) {
      await next?.committed.catch(() => undefined);
      this.putBack(next?.records ?? []);
      for (const { owner } of passage.records) owner.goBack();
      await this.handleFailure(passage, error);
      return false;
    }
    this.backoff.reset();
    this.deps.telemetry.applied(passage.records.length, performance.now() - passage.startedAt);
    await this.settle(passage.records, await passage.read, committed);
    return true;
  }

  private async handleFailure({ records, read }: Passage, error: unknown): Promise<void> {
    if (error instanceof OwnershipLost) {
      const lost = records.filter(({ partition }) => error.partitions.includes(partition));
      this.recoverOwnersOf(lost, 'taken over');
      this.putBack(records);
    } else if (!(error instanceof Undecodable) && classifyFailure(error) === 'outage') {
      // A connection lost during COMMIT leaves open whether it happened: reading the position again tells.
      this.deps.telemetry.outage(error);
      this.recoverOwnersOf(records, 'outage');
      await this.backoff.pause();
    } else if (records.length > 1) {
      for (const record of records) if (this.deps.isOurs(record.owner)) await this.applyAlone(record);
    } else {
      const batch = await read.catch(() => unreadBatch(records[0]!));
      await this.park(records[0]!, batch, error);
    }
  }

  private async applyAlone(record: QueuedRecord): Promise<void> {
    await this.apply([record]);
    await this.finish();
  }

  /** A command that cannot be applied never blocks its partition: it is answered, put aside with its reason, and passed. */
  private async park(record: QueuedRecord, batch: LaneBatch, error: unknown): Promise<void> {
    const letter = deadLetterOf({ record, batch, error, nowMs: this.deps.time().nowMs });
    let committed: Committed;
    try {
      committed = await this.deps.store.park(batch, letter, refusalOf(letter));
    } catch (parkingError) {
      // Whatever keeps a dead letter from being stored is no fault of the command.
      this.deps.telemetry.outage(parkingError);
      this.recoverOwnersOf([record], 'parking failed');
      await this.backoff.pause();
      return;
    }
    this.deps.telemetry.parked(letter, error);
    await this.settle([record], batch, committed);
  }

  /** What is committed is certain, and told. */
  private async settle(records: readonly QueuedRecord[], batch: LaneBatch, done: Committed): Promise<void> {
    for (const { owner, advance } of movesOf(records, batch)) {
      owner.arrivedAt(advance);
      owner.forgotten(batch.published);
      if (this.deps.isOurs(owner) && owner.takesMoreAgain()) {
        this.deps.readOn(owner.partition);
      }
      this.deps.publisher.announce(
        owner,
        done.announcements.filter(({ partition }) => partition === owner.partition),
      );
    }
    this.deps.publisher.reply(done.replies);
    await this.deps.publisher.hasRoom();
  }

  /** What has been assigned anew meanwhile is opened anyway: opened twice, the relay of the first time would stay open. */
  private recoverOwnersOf(records: readonly QueuedRecord[], reason: string): void {
    for (const { owner } of records) {
      if (this.deps.isOurs(owner)) this.deps.recover(owner.partition, reason);
    }
  }

  private putBack(records: readonly QueuedRecord[]): void {
    for (const owner of new Set(records.map((record) => record.owner))) {
      if (this.deps.isOurs(owner)) owner.putBack(records.filter((record) => record.owner === owner));
    }
  }
}
