/** The loops of the webhook dispatcher: one stores deliveries for new events, one claims what is due. */
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
    /** Calls the listener when the clock was moved, because deadlines may be due. */
    onMoved(listener: () => void): void;
  };
}

/**
 * Reads `webhook-events`, stores a delivery for each endpoint that wants the event, calls the endpoints, and stores how
 * that ended.
 *
 * A delivery is stored before its first attempt, in the statement that moves the position (HOOK-14). The process that
 * stores it tries it at once. If that attempt has not ended 15 s later, the owner of the partition makes it due. So a
 * process that dies loses nothing.
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
  /** In real time. */
  private pollOftenUntilMs = 0;
  private stopping = false;
  private isDown = false;
  private fatal: Error | undefined;

  constructor(private readonly deps: DispatcherDependencies) {
    this.attempts = new Attempts(deps, (error) => this.onFailure(error as Error));
    deps.time.onMoved(() => this.cameDue.raise());
  }

  /** Whether it reads the partitions that it owns and reached the database last time. */
  get isOpen(): boolean {
    return this.opened !== undefined && this.opened === this.backlog && !this.isDown;
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

  /** Begins nothing more and lets attempts in flight end. What waits is in the table. */
  stop(): void {
    this.stopping = true;
    this.arrived.raise();
    this.cameDue.raise();
  }

  /** Runs until `stop` is called. Throws an error that no retry can fix. */
  async run(): Promise<void> {
    await Promise.all([
      this.repeat(() => this.takeIn(), this.arrived),
      this.repeat(() => this.takeDue(), this.cameDue),
    ]);
    await this.attempts.stop();
  }

  /** Repeats `step`, which returns how long to wait unless the signal is raised. */
  private async repeat(step: () => Promise<number>, signal: Signal): Promise<void> {
    const backoff = new Backoff();
    while (!this.stopping) {
      if (this.fatal !== undefined) throw this.fatal;
      try {
        const restMs = await step();
        backoff.reset();
        this.isDown = false;
        if (restMs > 0) await signal.wait(restMs);
      } catch (error) {
        if (classifyFailure(error) !== 'outage') throw error;
        this.isDown = true;
        this.deps.telemetry.outage(error);
        await backoff.pause();
      }
    }
  }

  /** Stores deliveries for the records that were read. Records that could not be stored come first the next time. */
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

  /** After a time-out fewer records are stored at a time. */
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
    const announced: AnnouncedEvent[] = [];
    const positions = new Map<number, number>();
    for (const { partition, offset, value } of records) {
      positions.set(partition, offset + 1);
      const event = await codec.decode(topics.webhookEvents, value).catch(unlessAway);
      if (event === undefined) telemetry.unreadable(partition, offset);
      else announced.push({ ...event, partition });
    }
    return store.insert(announced, positions, new Date(this.deps.time.now()));
  }

  /** A delivery that finds no room is made due at once, not when its first attempt would have ended. */
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

  /** Makes deliveries due whose first attempt must have ended by now, but has not. */
  private async sweep(partitions: readonly number[]): Promise<void> {
    const nowMs = this.deps.time.now();
    if (nowMs < this.sweepAtMs) return;
    await this.deps.store.sweep(partitions, new Date(nowMs - LEASE_MS), new Date(nowMs));
    this.sweepAtMs = nowMs + SWEEP_MS;
  }
}

/** An attempt takes ten seconds at most (HOOK-11), and what comes before and after it at most five. */
const LEASE_MS = 15_000;
/** Adds little to the shortest wait of the schedule, which is 5 s give or take half a second. */
const POLL_MS = 250;
/** If something was due, there may be more, because only a few deliveries of each endpoint are claimed at a time. */
const POLL_AGAIN_MS = 25;
/**
 * How long to poll often after a full claim, whose deliveries are done within this time. With a claim every 250 ms an
 * endpoint got only 1,000 webhooks a second.
 */
const POLL_OFTEN_FOR_MS = 1_000;
/** A sweep looks at each delivery once, so its interval does not change its cost. */
const SWEEP_MS = 1_000;
const IDLE_MS = 1_000;
