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
  /** What is in memory about the partition is void: it is to be opened again. */
  readonly recover: (partition: number, reason: string) => void;
  /** A partition goes on with the others, or may be opened again. */
  readonly onLeft: () => void;
}

/** Why a command that was alone in its transaction was not applied. */
export interface LoneFailure {
  readonly error: unknown;
  readonly batch: CommandBatch | undefined;
}

/** What becomes of a record that failed alone: it is behind us, it is tried again, or its partition is opened again. */
type LoneOutcome = 'passed' | 'again' | 'left';

/** So many connections of the pool's ten at most are held by commands that may take long. */
const TRIES_AT_ONCE = 4;

/**
 * Where the records of a batch that failed are applied one by one, over connections of their own, so that only those that are
 * at fault are parked and no other partition waits for them. A partition is out of the consumer meanwhile.
 */
export class Isolation {
  private readonly underWay = new Map<OwnedPartition, Promise<void>>();
  /** The record of a partition that was cut off alone last. Kept while the partition is opened again. */
  private readonly cutOffs = new Map<number, { readonly offset: number; readonly times: number }>();
  /** Partitions whose next command waits for a fault outside of it to be mended. */
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

  /** Its next record was cut off alone before: in a batch it would hold up the others again. */
  suspects(owner: OwnedPartition): boolean {
    const offset = owner.peek()?.offset;
    return offset !== undefined && this.cutOffs.get(owner.partition)?.offset === offset;
  }

  /** `failure`: of the first record, which was alone already. */
  take(records: readonly QueuedRecord[], failure?: LoneFailure): void {
    for (const owner of new Set(records.map((record) => record.owner))) {
      const own = records.filter((record) => record.owner === owner);
      const task = this.bringThrough(owner, own, failure).finally(() => {
        this.underWay.delete(owner);
        this.heldUp.delete(owner);
        this.deps.onLeft();
      });
      this.underWay.set(owner, task);
    }
  }

  /** Until nothing of these partitions is on its way under an ownership that is over. */
  async left(partitions: readonly number[]): Promise<void> {
    const tasks = [...this.underWay].filter(([owner]) => partitions.includes(owner.partition));
    await Promise.all(tasks.map(([, task]) => task));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.underWay.values());
  }

  private async bringThrough(
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
      const outcome = failed === undefined ? 'passed' : await this.judge(record, failed);
      if (outcome === 'passed') {
        waiting.shift();
        this.heldUp.delete(owner);
        this.cutOffs.delete(owner.partition);
        backoff.reset();
      } else await backoff.pause();
      if (outcome === 'left') return;
    }
    if (this.deps.isOurs(owner)) owner.putBack(waiting);
  }

  private async tryAlone(record: QueuedRecord): Promise<LoneFailure | undefined> {
    const startedAt = performance.now();
    let batch: CommandBatch | undefined;
    await this.turn();
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
      this.endTurn();
    }
  }

  private async judge(record: QueuedRecord, failure: LoneFailure): Promise<LoneOutcome> {
    const { error } = failure;
    const { telemetry } = this.deps;
    if (error instanceof OwnershipLost) return this.leave(record, 'taken over');
    const setback = error instanceof Undecodable ? 'defect' : setbackOf(error);
    switch (setback) {
      case 'away':
        telemetry.outage(error);
        return this.leave(record, 'outage');
      case 'refused':
        telemetry.outage(error);
        this.heldUp.add(record.owner);
        return 'again';
      case 'cut_off':
        telemetry.cutOff(record, error);
        if (await this.mayBeParked(record)) return this.park(record, failure, true);
        // Whether its COMMIT happened is open: reading the position again tells.
        return isSilence(error) ? this.leave(record, 'outage') : 'again';
      case 'unstorable':
        return this.park(record, failure, false);
      case 'defect':
        return this.park(record, failure, true);
    }
  }

  /** While the database answers nobody, that it does not answer this command says nothing about it. */
  private async mayBeParked({ owner, offset }: QueuedRecord): Promise<boolean> {
    const { partition } = owner;
    const before = this.cutOffs.get(partition);
    const isThere = await this.deps.store.answers();
    if (!isThere) this.heldUp.add(owner);
    const times = isThere ? (before?.offset === offset ? before.times : 0) + 1 : 0;
    this.cutOffs.set(partition, { offset, times });
    return times >= LONE_CUT_OFFS;
  }

  /** A text that Postgres refuses is its sender's fault for certain; of anything else the brake may know better. */
  private async park(
    record: QueuedRecord,
    { error, batch }: LoneFailure,
    braked: boolean,
  ): Promise<LoneOutcome> {
    const { brake, store, telemetry, time } = this.deps;
    if (braked && !brake.letsPark(performance.now())) {
      this.heldUp.add(record.owner);
      return 'again';
    }
    const known = batch ?? unreadBatch(record);
    const letter = deadLetterOf({ record, batch: known, error, nowMs: time().nowMs });
    try {
      const committed = await store.park(known, letter, refusalOf(letter));
      telemetry.parked(letter, error);
      await afterCommit(this.deps, [record], known, committed);
      return 'passed';
    } catch (parkingError) {
      // Whatever keeps a dead letter from being stored is no fault of the command.
      telemetry.outage(parkingError);
      return this.leave(record, 'parking failed');
    }
  }

  private leave({ owner }: QueuedRecord, reason: string): LoneOutcome {
    if (this.deps.isOurs(owner)) this.deps.recover(owner.partition, reason);
    return 'left';
  }

  private async turn(): Promise<void> {
    if (this.trying >= TRIES_AT_ONCE) await new Promise<void>((resolve) => this.waitingToTry.push(resolve));
    else this.trying += 1;
  }

  private endTurn(): void {
    const next = this.waitingToTry.shift();
    if (next === undefined) this.trying -= 1;
    else next();
  }
}
