import { topics } from '../../schemas/topics';
import { Backoff } from '../runtime/timing/backoff';
import type { Codec } from '../runtime/kafka/codec';
import { classifyFailure, setbackOf, unlessAway } from '../runtime/failures/failures';
import type { PartitionReader, ReaderHandlers } from '../runtime/kafka/partition-reader';
import type { LogRecord } from '../runtime/kafka/records';
import { Signal } from '../runtime/timing/signal';
import { Attempts, type AttemptDependencies } from './attempts';
import type { DueDelivery } from './delivery';
import { EventBacklog, TAKEN_AT_ONCE } from './event-backlog';
import type { AnnouncedEvent } from './insert-deliveries';
import { CLAIMED_PER_ENDPOINT, type DispatcherStore } from './store';

export interface DispatcherDependencies extends Omit<AttemptDependencies, 'store' | 'time'> {
  readonly codec: Codec;
  readonly store: DispatcherStore;
  readonly time: AttemptDependencies['time'] & {
    /** Deadlines may have come. */
    onMoved(listener: () => void): void;
  };
}

/**
 * Reads `webhook-events` and the tables of events and endpoints; calls merchants' endpoints; writes the deliveries and how
 * their endpoints do.
 *
 * A delivery is stored before its first attempt, and the position moves in the same statement. Whoever made it tries it at
 * once; whoever owns the partition when that must have ended looks whether it has, and else finds it due. So a process
 * that dies loses nothing, and the first attempt at once is an optimisation.
 */
export class WebhookDispatcher implements ReaderHandlers {
  private readonly attempts: Attempts;
  private backlog: EventBacklog | undefined;
  private opened: EventBacklog | undefined;
  private unstored: { readonly backlog: EventBacklog; readonly records: readonly LogRecord[] } | undefined;
  private readonly arrived = new Signal();
  private readonly cameDue = new Signal();
  private portion = TAKEN_AT_ONCE;
  private sweepAtMs = 0;
  /** Real time. */
  private pollOftenUntilMs = 0;
  private stopping = false;
  private isAway = false;
  private fatal: Error | undefined;

  constructor(private readonly deps: DispatcherDependencies) {
    this.attempts = new Attempts(deps, (error) => this.onFailure(error as Error));
    deps.time.onMoved(() => this.cameDue.raise());
  }

  /** It reads what the group gave it, and what it works with is there. */
  get isOpen(): boolean {
    return this.opened !== undefined && this.opened === this.backlog && !this.isAway;
  }

  onAssigned(partitions: readonly number[], reader: PartitionReader): void {
    this.backlog = new EventBacklog(reader, partitions);
    this.attempts.retain(new Set(partitions));
    this.arrived.raise();
  }

  onRecords(partition: number, records: readonly LogRecord[]): void {
    this.backlog?.offer(partition, records);
    this.arrived.raise();
  }

  onFailure(error: Error): void {
    this.fatal ??= error;
    this.arrived.raise();
    this.cameDue.raise();
  }

  /** Lets what is under way end; what waits stands in the table. */
  stop(): void {
    this.stopping = true;
    this.arrived.raise();
    this.cameDue.raise();
  }

  /** Until `stop` is called, or until something is wrong that no retry can mend: then it throws. */
  async run(): Promise<void> {
    await Promise.all([
      this.repeat(() => this.takeIn(), this.arrived),
      this.repeat(() => this.takeDue(), this.cameDue),
    ]);
    await this.attempts.stop();
  }

  /** `step` says how long there is nothing to do unless the signal is raised. */
  private async repeat(step: () => Promise<number>, signal: Signal): Promise<void> {
    const backoff = new Backoff();
    while (!this.stopping) {
      if (this.fatal !== undefined) throw this.fatal;
      try {
        const restMs = await step();
        backoff.reset();
        this.isAway = false;
        if (restMs > 0) await signal.wait(restMs);
      } catch (error) {
        if (classifyFailure(error) !== 'outage') throw error;
        this.isAway = true;
        this.deps.telemetry.outage(error);
        await backoff.pause();
      }
    }
  }

  /** Stores deliveries for what was read. Records that could not be stored come first again. */
  private async takeIn(): Promise<number> {
    const { backlog } = this;
    if (backlog === undefined) return IDLE_MS;
    if (backlog !== this.opened) await this.open(backlog);
    if (this.unstored?.backlog !== backlog) this.unstored = { backlog, records: backlog.take() };
    const { records } = this.unstored;
    const portion = records.slice(0, this.portion);
    const inserted = portion.length > 0 ? await this.insert(portion).catch(this.takeLess) : [];
    const rest = records.slice(portion.length);
    this.unstored = rest.length > 0 ? { backlog, records: rest } : undefined;
    this.portion = Math.min(2 * this.portion, TAKEN_AT_ONCE);
    await this.offer(inserted);
    return records.length > 0 ? 0 : IDLE_MS;
  }

  /** What takes the database too long together is stored in smaller portions. */
  private readonly takeLess = (error: unknown): never => {
    if (setbackOf(error) === 'cut_off') this.portion = Math.ceil(this.portion / 2);
    throw error;
  };

  private async open(backlog: EventBacklog): Promise<void> {
    await backlog.open((partitions) => this.deps.store.positions(partitions));
    this.opened = backlog;
    this.sweepAtMs = 0;
    this.deps.telemetry.opened(backlog.partitions);
    this.cameDue.raise();
  }

  private async insert(records: readonly LogRecord[]): ReturnType<DispatcherStore['insert']> {
    const { codec, store, telemetry } = this.deps;
    const told: AnnouncedEvent[] = [];
    const positions = new Map<number, number>();
    for (const { partition, offset, value } of records) {
      positions.set(partition, offset + 1);
      const event = await codec.decode(topics.webhookEvents, value).catch(unlessAway);
      if (event === undefined) telemetry.unreadable(partition, offset);
      else told.push({ ...event, partition });
    }
    return store.insert(told, positions, new Date(this.deps.time.now()));
  }

  /** What there is no room for is due as soon as there is, not when a first attempt would have ended. */
  private async offer(due: readonly DueDelivery[]): Promise<void> {
    const refused = this.attempts.offer(due);
    if (refused.length > 0) await this.deps.store.putBack(refused, new Date(this.deps.time.now()));
  }

  private async takeDue(): Promise<number> {
    const partitions = this.opened === this.backlog ? (this.opened?.partitions ?? []) : [];
    if (partitions.length === 0) return IDLE_MS;
    await this.sweep(partitions);
    const nowMs = this.deps.time.now();
    const when = { now: new Date(nowMs), nextAt: new Date(nowMs + LEASE_MS) };
    const claimed = await this.deps.store.claimDue(partitions, this.attempts.busy, when);
    await this.offer(claimed);
    const wallMs = this.deps.time.wallNowMs();
    if (claimed.length >= CLAIMED_PER_ENDPOINT) this.pollOftenUntilMs = wallMs + POLL_OFTEN_FOR_MS;
    return claimed.length > 0 || wallMs < this.pollOftenUntilMs ? POLL_AGAIN_MS : POLL_MS;
  }

  /** A delivery that was made by whoever is no more is found as soon as its first attempt must have ended. */
  private async sweep(partitions: readonly number[]): Promise<void> {
    const nowMs = this.deps.time.now();
    if (nowMs < this.sweepAtMs) return;
    await this.deps.store.sweep(partitions, new Date(nowMs - LEASE_MS), new Date(nowMs));
    this.sweepAtMs = nowMs + SWEEP_MS;
  }
}

/** An attempt takes ten seconds at most (D11); five more for what comes before and after it. */
const LEASE_MS = 15_000;
/** The shortest wait of the schedule is 5 s, give or take half a second: this adds little to it. */
const POLL_MS = 250;
/** Where something was due there may be more: of each endpoint only a few are taken at a time. */
const POLL_AGAIN_MS = 25;
/** As many as are taken of one endpoint are through within this, and then there are more: once in 250 ms it got 1,000 a second. */
const POLL_OFTEN_FOR_MS = 1_000;
/** What is looked at is looked at once, however often that is. */
const SWEEP_MS = 1_000;
const IDLE_MS = 1_000;
