/** The path of a batch that failed. It finds the command at fault, so that no bad command stops its partition. */

import { Backoff } from '../timing/backoff';
import { isSilence, LONE_CUT_OFFS, setbackOf } from '../failures/failures';
import { OwnershipLost } from './positions';
import { deadLetterOf, readBatch, refusalOf, Undecodable, unreadBatch, type QueuedRecord } from './batch';
import type { OwnedPartition } from './owned-partition';
import type { ParkingBrake } from './parking-brake';
import type { BatchTransactionDependencies } from './batch-transaction';
import { afterCommit, type AfterCommitDependencies } from './after-commit';
import type { CommandBatch } from './store';
import type { CommandTelemetry } from './telemetry';

export interface IsolationDependencies extends AfterCommitDependencies, BatchTransactionDependencies {
  readonly telemetry: CommandTelemetry;
  readonly brake: ParkingBrake;
  /** Discards what is in memory about the partition and opens it again. */
  readonly recover: (partition: number, reason: string) => void;
  /** The partition is no longer isolated: it shares batches again, or may be opened again. */
  readonly onReleased: () => void;
}

/** Why a command that was alone in its transaction was not applied. */
export interface LoneFailure {
  readonly error: unknown;
  readonly batch: CommandBatch | undefined;
}

/** What follows on a lone failure: the next record is tried, this one is retried, or its partition is reopened. */
type LoneOutcome = 'passed' | 'retry' | 'reopen';

/** Commands tried at once. Each may hold one of the pool's ten connections for long. */
const TRIES_AT_ONCE = 4;

/**
 * Applies the records of a failed batch one by one, over other connections than the batches use. So only the commands
 * at fault are parked, and no other partition waits. The consumer skips a partition while it is isolated.
 */
export class Isolation {
  private readonly underWay = new Map<OwnedPartition, Promise<void>>();
  /** Per partition, the record that timed out last, alone, and how often. It outlives reopening the partition. */
  private readonly cutOffs = new Map<number, { readonly offset: number; readonly times: number }>();
  /** Partitions whose next command waits until a fault outside of it is fixed. */
  private readonly heldUp = new Set<OwnedPartition>();
  private trying = 0;
  private readonly waitingToTry: (() => void)[] = [];
  private stopping = false;

  constructor(private readonly deps: IsolationDependencies) {}

  get isHeldUp(): boolean {
    return this.heldUp.size > 0;
  }

  holds(owner: OwnedPartition): boolean {
    return this.underWay.has(owner);
  }

  isBusyWith(partition: number): boolean {
    return [...this.underWay.keys()].some((owner) => owner.partition === partition);
  }

  /** The next record of the partition timed out alone before, so in a batch it would delay the others again. */
  suspects(owner: OwnedPartition): boolean {
    const offset = owner.peek()?.offset;
    return offset !== undefined && this.cutOffs.get(owner.partition)?.offset === offset;
  }

  /** `failure` is that of the first record, if it was alone in its batch. */
  take(records: readonly QueuedRecord[], failure?: LoneFailure): void {
    for (const owner of new Set(records.map((record) => record.owner))) {
      const own = records.filter((record) => record.owner === owner);
      const task = this.applyOneByOne(owner, own, failure).finally(() => {
        this.underWay.delete(owner);
        this.heldUp.delete(owner);
        this.deps.onReleased();
      });
      this.underWay.set(owner, task);
    }
  }

  /** Resolves when nothing of these partitions is being applied under an earlier ownership. */
  async released(partitions: readonly number[]): Promise<void> {
    const tasks = [...this.underWay].filter(([owner]) => partitions.includes(owner.partition));
    await Promise.all(tasks.map(([, task]) => task));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.underWay.values());
  }

  private async applyOneByOne(
    owner: OwnedPartition,
    records: readonly QueuedRecord[],
    failure?: LoneFailure,
  ): Promise<void> {
    const waiting = [...records];
    const backoff = new Backoff();
    let known = failure;
    while (this.deps.isOurs(owner) && !this.stopping) {
      const [record] = waiting;
      if (record === undefined) return;
      const failed = known ?? (await this.tryAlone(record));
      known = undefined;
      const outcome = failed === undefined ? 'passed' : await this.handleFailure(record, failed);
      if (outcome === 'passed') {
        waiting.shift();
        this.heldUp.delete(owner);
        this.cutOffs.delete(owner.partition);
        backoff.reset();
      } else await backoff.pause();
      if (outcome === 'reopen') return;
    }
    if (this.deps.isOurs(owner)) owner.putBack(waiting);
  }

  private async tryAlone(record: QueuedRecord): Promise<LoneFailure | undefined> {
    const startedAt = performance.now();
    let batch: CommandBatch | undefined;
    await this.beginTry();
    try {
      batch = await readBatch(this.deps.codec, [record], this.deps.time());
      const committed = await this.deps.store.alone(batch);
      this.deps.brake.applied();
      this.deps.telemetry.applied(1, performance.now() - startedAt);
      await afterCommit(this.deps, [record], batch, committed);
      return undefined;
    } catch (error) {
      return { error, batch };
    } finally {
      this.endTry();
    }
  }

  private async handleFailure(record: QueuedRecord, failure: LoneFailure): Promise<LoneOutcome> {
    const { error } = failure;
    const { telemetry } = this.deps;
    if (error instanceof OwnershipLost) return this.reopen(record, 'taken over');
    const setback = error instanceof Undecodable ? 'defect' : setbackOf(error);
    switch (setback) {
      case 'away':
        telemetry.outage(error);
        return this.reopen(record, 'outage');
      case 'refused':
        telemetry.outage(error);
        this.heldUp.add(record.owner);
        return 'retry';
      case 'cut_off':
        telemetry.cutOff(record, error);
        if (await this.mayBeParked(record)) return this.park(record, failure, true);
        // After a silent server, only the stored position shows whether the COMMIT happened (HAZ-5).
        return isSilence(error) ? this.reopen(record, 'outage') : 'retry';
      case 'unstorable':
        return this.park(record, failure, false);
      case 'defect':
        return this.park(record, failure, true);
    }
  }

  /** A time-out counts against the command only if the database answers other queries. */
  private async mayBeParked({ owner, offset }: QueuedRecord): Promise<boolean> {
    const { partition } = owner;
    const before = this.cutOffs.get(partition);
    const isThere = await this.deps.store.isReachable();
    if (!isThere) this.heldUp.add(owner);
    const times = isThere ? (before?.offset === offset ? before.times : 0) + 1 : 0;
    this.cutOffs.set(partition, { offset, times });
    return times >= LONE_CUT_OFFS;
  }

  /** A text that Postgres refuses is certainly the fault of its command. Any other failure is subject to the brake. */
  private async park(
    record: QueuedRecord,
    { error, batch }: LoneFailure,
    braked: boolean,
  ): Promise<LoneOutcome> {
    const { brake, store, telemetry, time } = this.deps;
    if (braked && !brake.letsPark(performance.now())) {
      this.heldUp.add(record.owner);
      return 'retry';
    }
    const known = batch ?? unreadBatch(record);
    const deadLetter = deadLetterOf({ record, batch: known, error, nowMs: time().nowMs });
    try {
      const committed = await store.park(known, deadLetter, refusalOf(deadLetter));
      telemetry.parked(deadLetter, error);
      await afterCommit(this.deps, [record], known, committed);
      return 'passed';
    } catch (parkingError) {
      // A dead letter that cannot be stored says nothing about the command.
      telemetry.outage(parkingError);
      return this.reopen(record, 'parking failed');
    }
  }

  private reopen({ owner }: QueuedRecord, reason: string): LoneOutcome {
    if (this.deps.isOurs(owner)) this.deps.recover(owner.partition, reason);
    return 'reopen';
  }

  private async beginTry(): Promise<void> {
    if (this.trying >= TRIES_AT_ONCE) await new Promise<void>((resolve) => this.waitingToTry.push(resolve));
    else this.trying += 1;
  }

  private endTry(): void {
    const next = this.waitingToTry.shift();
    if (next === undefined) this.trying -= 1;
    else next();
  }
}
