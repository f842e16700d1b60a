import { Backoff } from '../timing/backoff';
import { setbackOf } from '../failures/failures';
import { OwnershipLost } from './positions';
import { Undecodable, unreadBatch, type QueuedRecord } from './batch';
import type { Isolation } from './isolation';
import type { ParkingBrake } from './parking-brake';
import {
  beginBatchTransaction,
  movesOf,
  type BatchTransaction,
  type BatchTransactionDependencies,
} from './batch-transaction';
import { afterCommit, type AfterCommitDependencies } from './after-commit';
import type { Committed } from './store';
import type { CommandTelemetry } from './telemetry';

export interface BatchTransactionsDependencies extends AfterCommitDependencies, BatchTransactionDependencies {
  readonly telemetry: CommandTelemetry;
  readonly isolation: Pick<Isolation, 'take'>;
  readonly brake: ParkingBrake;
  /** What is in memory about the partition is void: it is to be opened again. */
  readonly recover: (partition: number, reason: string) => void;
}

/**
 * Takes batches into the database. One that fails goes to the `Isolation`, unless it failed for a reason outside of it. While one is being committed the next is
 * read and its rows are asked for, behind the commit and over the same connection, so that it finds what the first one
 * left; if that one fails, the next one's records wait again.
 */
export class BatchTransactions {
  /** The one that is decided and being committed. */
  private committing: BatchTransaction | undefined;
  private readonly backoff = new Backoff();

  constructor(private readonly deps: BatchTransactionsDependencies) {}

  get isUnderWay(): boolean {
    return this.committing !== undefined;
  }

  /** Until the batch is decided: it is being committed then. */
  async apply(records: readonly QueuedRecord[]): Promise<void> {
    const before = this.committing;
    this.committing = undefined;
    const next = beginBatchTransaction(this.deps, records, before);
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

  /** False if the transaction failed: `next`, which counted on it, has failed too then, and its records wait again. */
  private async conclude(
    transaction: BatchTransaction,
    next: BatchTransaction | undefined,
  ): Promise<boolean> {
    let committed: Committed;
    try {
      committed = await transaction.committed;
    } catch (error) {
      await next?.committed.catch(() => undefined);
      this.putBack(next?.records ?? []);
      for (const { owner } of transaction.records) owner.goBack();
      await this.handleFailure(transaction, error);
      return false;
    }
    this.backoff.reset();
    this.deps.brake.applied();
    this.deps.telemetry.applied(transaction.records.length, performance.now() - transaction.startedAt);
    await afterCommit(this.deps, transaction.records, await transaction.read, committed);
    return true;
  }

  private async handleFailure({ records, read }: BatchTransaction, error: unknown): Promise<void> {
    if (error instanceof OwnershipLost) {
      const lost = records.filter(({ partition }) => error.partitions.includes(partition));
      this.recoverOwnersOf(lost, 'taken over');
      this.putBack(records);
    } else if (!(error instanceof Undecodable) && setbackOf(error) === 'away') {
      // A connection lost during COMMIT leaves open whether it happened: reading the position again tells.
      this.deps.telemetry.outage(error);
      this.recoverOwnersOf(records, 'outage');
      await this.backoff.pause();
    } else {
      const [only, ...others] = records.filter(({ owner }) => this.deps.isOurs(owner));
      if (only === undefined) return;
      const isAlone = records.length === 1;
      const failure = { error, batch: isAlone ? await read.catch(() => unreadBatch(only)) : undefined };
      this.deps.isolation.take([only, ...others], isAlone ? failure : undefined);
    }
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
