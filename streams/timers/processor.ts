/** The timers processor: it turns each row of `timers` into a command when the row is due. */

import { newId } from '../../schemas/ids';
import { topics } from '../../schemas/topics';
import { Backoff } from '../runtime/timing/backoff';
import type { Codec } from '../runtime/kafka/codec';
import type { CommandWriter, UnaskedCommand } from '../runtime/commands/command-writer';
import { classifyFailure } from '../runtime/failures/failures';
import type { PartitionReader, ReaderHandlers } from '../runtime/kafka/partition-reader';
import type { LogRecord } from '../runtime/kafka/records';
import type { Waker } from '../runtime/timing/signal';
import { BackgroundWork } from '../runtime/timing/background-work';
import { NEAR_MS, NearTimers, PAGE, type DueTimer, type Look } from './decide';
import type { TimerStore } from './store';
import type { TimerTelemetry } from './telemetry';

export interface TimerTime {
  /** The product's time, which tests and the simulator move. */
  readonly clock: { now(): number; onMoved?(listener: () => void): unknown };
  /** Real time, for technical time-outs: how long to wait for the ledger. */
  readonly wallNowMs: () => number;
  readonly waker: Waker;
}

export interface TimerDependencies {
  readonly store: TimerStore;
  readonly codec: Codec;
  readonly commands: CommandWriter;
  readonly time: TimerTime;
  readonly telemetry: TimerTelemetry;
}

/**
 * Reads the topic and the table `timers`, and writes a `FireTimer` command when a timer is due. It reads the topic from
 * its present end and then the table, which has everything announced before: so it misses nothing and needs no
 * position. Memory is discarded with the ownership of a partition, except for the timers that this process fired.
 */
export class Timers implements ReaderHandlers {
  private readonly owned = new Map<number, NearTimers>();
  /** The latest state of every partition that this process has ever owned. */
  private readonly known = new Map<number, NearTimers>();
  private assignment: Assignment | undefined;
  private opened: Assignment | undefined;
  private readonly underWay: BackgroundWork;
  private readonly backoff = new Backoff();
  private isUnavailable = false;
  private stopping = false;
  private fatal: Error | undefined;

  constructor(private readonly deps: TimerDependencies) {
    this.underWay = new BackgroundWork(deps.time.waker);
    deps.time.clock.onMoved?.(() => deps.time.waker.raise());
  }

  /** The timers of all assigned partitions are read, and database and broker are available. */
  get isOpen(): boolean {
    const isRead = Array.from(this.owned.values()).every((partition) => partition.isRead);
    return this.opened !== undefined && this.opened === this.assignment && isRead && !this.isUnavailable;
  }

  onAssigned(partitions: readonly number[], reader: PartitionReader): void {
    this.owned.clear();
    this.assignment = { partitions, reader };
    this.deps.time.waker.raise();
  }

  onRecords(partition: number, records: readonly LogRecord[]): void {
    const owner = this.owned.get(partition);
    if (owner !== undefined) this.underWay.begin(this.announce(owner, records));
  }

  onFailure(error: Error): void {
    this.fatal = error;
    this.deps.time.waker.raise();
  }

  stop(): void {
    this.stopping = true;
    this.deps.time.waker.raise();
  }

  /** Runs until `stop` is called. Throws when no retry can help. */
  async run(): Promise<void> {
    while (!this.stopping) {
      if (this.fatal !== undefined) throw this.fatal;
      this.underWay.beginOnce('open', () => this.openAssigned());
      this.underWay.beginOnce('read', () => this.readNear());
      this.underWay.beginOnce('look', () => this.lookForFired());
      this.fireDue();
      await this.deps.time.waker.wait(this.restMs());
      await this.takeFailures();
    }
    await this.underWay.ended();
  }

  private async takeFailures(): Promise<void> {
    const failures = this.underWay.takeFailures();
    if (failures.length === 0) return;
    this.isUnavailable = true;
    for (const error of failures) {
      if (classifyFailure(error) !== 'outage') throw error;
      this.deps.telemetry.outage(error);
    }
    await this.backoff.pause();
  }

  private openAssigned(): Promise<void> | undefined {
    const { assignment } = this;
    if (assignment === undefined || assignment === this.opened) return undefined;
    return this.open(assignment);
  }

  private async open(assignment: Assignment): Promise<void> {
    const { partitions, reader } = assignment;
    const bounds = await reader.bounds();
    // Work that was begun under an earlier assignment is void.
    if (this.assignment !== assignment) return;
    this.opened = assignment;
    for (const partition of partitions) {
      const owner = this.known.get(partition)?.reopened() ?? new NearTimers();
      this.known.set(partition, owner);
      this.owned.set(partition, owner);
      reader.start(partition, bounds.get(partition)?.end ?? 0);
    }
    this.deps.telemetry.opened(partitions);
  }

  private readNear(): Promise<void> | undefined {
    const nowMs = this.deps.time.clock.now();
    const owners = new Map([...this.owned].filter(([, owner]) => owner.needsReading(nowMs)));
    return owners.size === 0 ? undefined : this.read(owners, nowMs + NEAR_MS);
  }

  private async read(owners: ReadonlyMap<number, NearTimers>, untilMs: number): Promise<void> {
    for (const owner of owners.values()) owner.beginReading(untilMs);
    const rows = await this.deps.store.readDue([...owners.keys()], untilMs, PAGE);
    for (const [partition, owner] of owners) owner.read(rows.get(partition) ?? [], untilMs);
    this.isBack();
  }

  /** Does not wait for the log, because a slow write must not delay the next deadline. */
  private fireDue(): void {
    const { clock, wallNowMs } = this.deps.time;
    const nowMs = clock.now();
    const taken = Array.from(this.owned, ([partition, owner]) => ({
      partition,
      due: owner.takeDue(nowMs, wallNowMs()),
    }));
    const due = taken.flatMap((one) => one.due);
    if (due.length === 0) return;
    const firing = this.fire(due).catch((error: unknown) => {
      // The partition may have been assigned again since, so its latest state takes the timers back.
      for (const { partition, due } of taken) this.known.get(partition)?.putBack(due);
      throw error;
    });
    this.underWay.begin(firing);
    this.deps.telemetry.fired(due.map(({ dueAtMs }) => nowMs - dueAtMs));
  }

  private lookForFired(): Promise<void> | undefined {
    const { clock, wallNowMs } = this.deps.time;
    const asked = Array.from(this.owned.values()).flatMap((owner) => {
      const look = owner.nextLook(clock.now(), wallNowMs());
      return look === undefined ? [] : [{ owner, look }];
    });
    return asked.length === 0 ? undefined : this.look(asked);
  }

  private async look(asked: readonly { owner: NearTimers; look: Look }[]): Promise<void> {
    const stillThere = await this.deps.store.readUnapplied(asked.flatMap(({ look }) => look.timers));
    const wallMs = this.deps.time.wallNowMs();
    const overdue = asked.flatMap(({ owner, look }) => owner.looked(look, stillThere, wallMs));
    if (overdue.length === 0) return;
    this.deps.telemetry.firedAgain(overdue.length);
    await this.fire(overdue);
  }

  private async fire(timers: readonly DueTimer[]): Promise<void> {
    const nowMs = this.deps.time.clock.now();
    await this.deps.commands.write(timers.map((timer) => fireTimer(timer, nowMs)));
    this.isBack();
  }

  private isBack(): void {
    this.backoff.reset();
    this.isUnavailable = false;
  }

  private async announce(owner: NearTimers, records: readonly LogRecord[]): Promise<void> {
    for (const { partition, offset, value } of records) {
      // The row counts, not the record: without the record the timer is only found later.
      const timer = await this.deps.codec.decode(topics.timers, value).catch(() => undefined);
      if (timer === undefined) {
        this.deps.telemetry.unreadable(partition, offset);
        continue;
      }
      const { business_id: businessId, subject_id: subjectId, kind, due_at: dueAtMs } = timer;
      owner.announce({ businessId, subjectId, kind, dueAtMs });
    }
  }

  private restMs(): number {
    const { clock, wallNowMs } = this.deps.time;
    const [nowMs, wallMs] = [clock.now(), wallNowMs()];
    const isReading = this.underWay.isBusyWith('read');
    const isLooking = this.underWay.isBusyWith('look');
    const rests = Array.from(this.owned.values(), (owner) =>
      Math.min(
        owner.untilFiringMs(nowMs),
        isReading ? Infinity : owner.untilReadingMs(nowMs),
        isLooking ? Infinity : owner.untilLookingMs(nowMs, wallMs),
      ),
    );
    return Math.max(0, Math.min(IDLE_MS, ...rests));
  }
}

interface Assignment {
  readonly partitions: readonly number[];
  readonly reader: PartitionReader;
}

/** The longest wait, so that a move of the clock that nothing announced is noticed this soon. */
const IDLE_MS = 1_000;

/** Dates the command no earlier than the timer was due, so that no timer is decided early (HAZ-18). */
function fireTimer({ businessId, subjectId, kind, dueAtMs }: DueTimer, nowMs: number): UnaskedCommand {
  return {
    command_id: newId('cmd', nowMs),
    business_id: businessId,
    issued_at: Math.max(nowMs, dueAtMs),
    body: { FireTimer: { subject_id: subjectId, kind, due_at: dueAtMs } },
  };
}
