/** The normal path of a micro-batch into the database. A batch that fails goes on in isolation.ts. */

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
  /** Discards what is in memory about the partition and opens it again. */
  readonly recover: (partition: number, reason: string) => void;
}

/**
 * Applies batch after batch. While one commits, the next already queries its rows behind that COMMIT, over the same
 * connection, and so sees what the first one wrote. If the first fails, the records of the next are queued again.
 * A batch whose commands may be at fault goes to `Isolation`.
 */
export class BatchTransactions {
  /** The transaction that is decided, but not yet committed. */
  private committing: BatchTransaction | undefined;
  private readonly backoff = new Backoff();

  constructor(private readonly deps: BatchTransactionsDependencies) {}

  get isUnderWay(): boolean {
    return this.committing !== undefined;
  }

  /** Resolves when the batch is decided and its COMMIT is flushed. The next call waits for the commit. */
  async apply(records: readonly QueuedRecord[]): Promise<void> {
    const before = this.committing;
    this.committing = undefined;
    const next = beginBatchTransaction(this.deps, records, before);
    if (before !== undefined && !(await this.conclude(before, next))) return;
    try {
      await next.flushed;
    } catch (error) {
      await this.handleFailure(next, error);
      return;
    }
    for (const { owner, advance } of movesOf(records, await next.read)) owner.advance(advance);
    this.committing = next;
  }

  /** Resolves when no transaction is under way. */
  async finish(): Promise<void> {
    const last = this.committing;
    this.committing = undefined;
    if (last !== undefined) await this.conclude(last, undefined);
  }

  /** False if the transaction failed. `next` built on it, so it has failed too, and its records are queued again. */
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
      for (const { owner } of transaction.records) owner.rollBack();
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
      // After a connection lost during COMMIT, only the stored position shows whether the commit happened (HAZ-5).
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

  /** Skips partitions that were assigned anew: they are opened anyway, and opening one twice would leak a relay. */
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
