/** The loop of a sender: what it reads, when it claims, and what follows a claim. See docs/architecture.md. */
import { setMaxListeners } from 'node:events';
import type { Send } from '../../schemas/generated/send';
import { Backoff } from '../runtime/timing/backoff';
import type { CommandWriter } from '../runtime/commands/command-writer';
import type { Database } from '../runtime/postgres/database';
import type { WithinDeadline } from '../runtime/timing/deadline';
import { classifyFailure, setbackOf } from '../runtime/failures/failures';
import type { ConcurrentConsumerHandlers } from '../runtime/kafka/concurrent-consumer/concurrent-consumer';
import { isReachable } from '../runtime/postgres/probe';
import type { Waker } from '../runtime/timing/signal';
import { BackgroundWork } from '../runtime/timing/background-work';
import { claim, type Claim } from './claim';
import { claimOneByOne } from './claim-one-by-one';
import { ClaimQueue } from './claim-queue';
import { LostSends } from './lost-sends';
import { isAutoReply } from './auto-replies';
import { Pace } from './pace';
import { Slots } from './slots';
import type { Submission } from './provider';
import { submit, type SendingRoute } from './submit';
import {
  NOT_REACHED_ENDING,
  reportOf,
  skipEnding,
  submissionEnding,
  type AttemptRef,
  type Ending,
} from './submission-report';
import { Sweep } from './sweep';
import type { SenderTelemetry } from './telemetry';
import { workKey, workOf, type Work } from './work';

export interface SenderTime {
  /** The product's time. */
  readonly clock: { now(): number };
  /** Real time. Attempts are dated with it, because the time-out of a submission counts from there. */
  readonly wallNowMs: () => number;
  readonly waker: Waker;
  readonly within: WithinDeadline;
}

export interface SenderDependencies {
  readonly database: Database;
  readonly commands: CommandWriter;
  readonly time: SenderTime;
  readonly telemetry: SenderTelemetry;
}

export interface SenderSettings {
  /** Unique among all processes. */
  readonly name: string;
  readonly submissionTimeoutMs: number;
  readonly maxInFlight: number;
  readonly perSecond: number;
}

/** Sends per claim. A larger transaction is no cheaper per send, and holds its locks for longer. */
const MAX_CLAIM = 100;
/**
 * While the log takes no reports, at most this many attempts per slot wait to be reported. Then nothing is submitted.
 */
const REPORTS_PER_SLOT = 4;
/** An attempt counts as unknown after this many submission time-outs: one for the call, the rest for its report. */
const SWEEP_AFTER = 1.5;
const IDLE_MS = 1_000;

/**
 * Submits nudges to a provider, each attempt once, even if processes are killed (NUDGE-6). It claims all sends that
 * have a slot in one transaction, calls the provider for each, and reports each outcome as a command. An attempt is
 * recorded before the call, and no process makes a recorded attempt again.
 */
export class Sender<Nudge> implements ConcurrentConsumerHandlers<Send> {
  private readonly queue = new ClaimQueue<Work>();
  /** Attempts that wait or are in flight. A repeated record joins the attempt that is known. */
  private readonly known = new Map<string, Work>();
  private readonly slots: Slots;
  private readonly pace: Pace;
  private readonly underWay: BackgroundWork;
  private readonly sweeping: Sweep;
  private readonly lostSends: LostSends;
  private readonly aborting = new AbortController();
  private readonly backoff = new Backoff();
  private claims = 0;
  private reporting = 0;
  private isDatabaseDown = false;
  private stopping = false;
  private fatal: Error | undefined;

  constructor(
    private readonly route: SendingRoute<Nudge>,
    private readonly deps: SenderDependencies,
    private readonly settings: SenderSettings,
  ) {
    const { database, commands, time } = deps;
    this.slots = new Slots(settings.maxInFlight);
    this.pace = new Pace(settings.perSecond, time.wallNowMs());
    this.underWay = new BackgroundWork(time.waker);
    const openForMs = settings.submissionTimeoutMs * SWEEP_AFTER;
    // Every attempt in flight listens to this signal, and Node reports more than ten listeners as a leak.
    setMaxListeners(settings.maxInFlight + 1, this.aborting.signal);
    this.sweeping = new Sweep({ database, commands, channel: route.channel.name, openForMs });
    this.lostSends = new LostSends({ database, channel: route.channel.name });
  }

  /** Whether the last claim reached the database. */
  get isWorking(): boolean {
    return !this.isDatabaseDown;
  }

  onValue(send: Send, finished: () => void): void {
    const work = workOf(send, finished);
    const same = this.known.get(workKey(work));
    if (same !== undefined) {
      same.finished.push(finished);
      return;
    }
    this.enqueue(work);
  }

  onReassigned(): void {
    for (const work of this.queue.clear()) {
      // Another process would take this attempt for one in flight. Only this one knows that no provider was called.
      if (work.doubtfulClaims.length > 0) this.queue.add(work);
      else this.known.delete(workKey(work));
    }
  }

  onFailure(error: Error): void {
    this.fatal = error;
    this.deps.time.waker.raise();
  }

  /** Runs until `stop` is called. Throws an error that no retry can fix. */
  async run(): Promise<void> {
    while (!this.stopping) {
      if (this.fatal !== undefined) throw this.fatal;
      const [failure] = this.underWay.takeFailures();
      if (failure !== undefined) throw failure;
      const works = this.takeWorks();
      this.deps.telemetry.busy(this.queue.size, this.slots.inUse);
      if (works.length > 0) await this.claim(works);
      else await this.deps.time.waker.wait(this.restMs());
    }
    await this.underWay.ended();
  }

  /** Claims nothing more. Attempts in flight go on until they end or are aborted. */
  stop(): void {
    this.stopping = true;
    this.deps.time.waker.raise();
  }

  /** Aborts the calls in flight. Each ends with the outcome that its client can vouch for. */
  abortAll(): void {
    this.aborting.abort();
  }

  /** Closes attempts that a sender left open, and enqueues sends whose record is lost. */
  async sweep(): Promise<void> {
    const { clock, wallNowMs } = this.deps.time;
    const times = { nowMs: clock.now(), wallMs: wallNowMs() };
    const isOurs = (attempt: AttemptRef): boolean => this.known.has(workKey(attempt));
    const count = await this.sweeping.run(times, isOurs);
    if (count > 0) this.deps.telemetry.swept(count);
    const lost = await this.lostSends.find(times, isOurs);
    if (lost.length > 0) this.deps.telemetry.enqueuedLost(lost.length);
    for (const attempt of lost) this.enqueue({ ...attempt, finished: [], doubtfulClaims: [] });
  }

  private enqueue(work: Work): void {
    this.known.set(workKey(work), work);
    this.queue.add(work);
    this.deps.time.waker.raise();
  }

  /** Takes only sends that can be submitted now, because the time-out of an attempt runs from its claim. */
  private takeWorks(): Work[] {
    const granted = this.pace.take(this.wanted(), this.deps.time.wallNowMs());
    const works = this.queue.take(granted, (businessId, taken) => this.slots.hasOneFor(businessId, taken));
    this.pace.giveBack(granted - works.length);
    return works;
  }

  private wanted(): number {
    const reports = this.settings.maxInFlight * REPORTS_PER_SLOT - this.reporting;
    return Math.max(0, Math.min(this.slots.free, this.queue.size, MAX_CLAIM, reports));
  }

  /** How long to wait. Only the provider's rate needs a timer: a free slot or a new send raises the waker. */
  private restMs(): number {
    const wanted = this.wanted();
    const untilNextMs = wanted === 0 ? 0 : this.pace.untilNextMs(wanted);
    return untilNextMs > 0 ? untilNextMs : IDLE_MS;
  }

  private async claim(works: readonly Work[]): Promise<void> {
    const error = await this.tryToClaim(works);
    if (error === undefined) this.backoff.reset();
    else await this.claimFailed(works, error);
  }

  /** Returns the error if the claim failed. After an outage nobody knows whether it was committed. */
  private async tryToClaim(works: readonly Work[]): Promise<unknown> {
    const { clock, wallNowMs } = this.deps.time;
    const startedAtMs = wallNowMs();
    this.claims += 1;
    const sender = `${this.settings.name}/${this.claims}`;
    const moment = { sender, now: new Date(clock.now()), startedAt: new Date(startedAtMs) };
    try {
      const claims = await claim(this.deps.database, this.route.channel, works, moment);
      this.isDatabaseDown = false;
      this.deps.telemetry.claimed(works.length);
      for (const one of claims) this.carryOut(one, startedAtMs);
      return undefined;
    } catch (error) {
      this.pace.giveBack(works.length);
      if (classifyFailure(error) === 'outage') for (const work of works) work.doubtfulClaims.push(sender);
      return error;
    }
  }

  private async claimFailed(works: readonly Work[], error: unknown): Promise<void> {
    const isCutOff = setbackOf(error) === 'cut_off';
    if (isCutOff && !this.underWay.isBusyWith('claims alone')) {
      this.deps.telemetry.outage(error);
      this.underWay.beginOnce('claims alone', () => this.claimAlone(works));
    } else if (classifyFailure(error) === 'outage') {
      this.isDatabaseDown = true;
      this.deps.telemetry.outage(error);
      this.queue.putBack(works);
      await this.backoff.pause();
    } else if (works.length > 1) {
      for (const work of works) await this.claim([work]);
    } else {
      for (const work of works) this.giveUp(work, error);
    }
  }

  private claimAlone(works: readonly Work[]): Promise<void> {
    return claimOneByOne(works, {
      tryToClaim: (work) => this.tryToClaim([work]),
      giveUp: (work, error) => this.giveUp(work, error),
      isReachable: () => isReachable(this.deps.database),
      isStopped: () => this.stopping,
    });
  }

  /**
   * Reports `not_reached`, so that the ledger retries the send on its schedule and refunds it in the end. A retry in
   * this process would delay the other sends. An automatic reply is given up for good.
   */
  private giveUp(work: Work, error: unknown): void {
    this.deps.telemetry.defect(work, error);
    this.begin(work, Promise.resolve(isAutoReply(work) ? undefined : NOT_REACHED_ENDING));
  }

  private carryOut(one: Claim, startedAtMs: number): void {
    const { work } = one;
    if (one.step === 'submit' || one.step === 'auto_reply') {
      this.begin(
        work,
        one.step === 'submit' ? this.submit(one, startedAtMs) : this.sendAutoReply(one, startedAtMs),
      );
      return;
    }
    this.pace.giveBack(1);
    if (one.step === 'skip') {
      this.deps.telemetry.skipped(work, one.reason);
      this.begin(work, Promise.resolve(skipEnding(one.reason)));
    } else this.forget(work);
  }

  /** The slot is free again when the provider has answered, not only when the report is in the log. */
  private begin(work: Work, attempt: Promise<Ending | undefined>): void {
    this.slots.take(work.businessId);
    this.underWay.begin(
      attempt.then(async (ending) => {
        this.slots.leave(work.businessId);
        this.deps.time.waker.raise();
        if (ending !== undefined) await this.report(work, ending);
        this.forget(work);
      }),
    );
  }

  private forget(work: Work): void {
    if (this.known.get(workKey(work)) === work) this.known.delete(workKey(work));
    for (const finished of work.finished) finished();
  }

  private async submit(
    { work, snapshot, monthly }: Claim & { readonly step: 'submit' },
    startedAtMs: number,
  ): Promise<Ending> {
    const now = new Date(this.deps.time.clock.now());
    const submission = await this.callProvider(
      work,
      () => this.route.channel.compose(snapshot, now),
      startedAtMs,
    );
    return submissionEnding(submission, monthly);
  }

  /** The outcome of an automatic reply is not reported. */
  private async sendAutoReply(
    { work, autoReply }: Claim & { readonly step: 'auto_reply' },
    startedAtMs: number,
  ): Promise<undefined> {
    await this.callProvider(work, () => this.route.channel.composeAutoReply(autoReply), startedAtMs);
    return undefined;
  }

  private async callProvider(work: Work, compose: () => Nudge, startedAtMs: number): Promise<Submission> {
    const { telemetry, time } = this.deps;
    const begunAtMs = time.wallNowMs();
    const { provider } = this.route;
    const submission = await submit(
      { compose, provider },
      {
        within: time.within,
        timeoutMs: startedAtMs + this.settings.submissionTimeoutMs - begunAtMs,
        calledOff: this.aborting.signal,
        onDefect: (error) => telemetry.defect(work, error),
      },
    );
    telemetry.submitted(work, {
      outcome: submission.outcome,
      detail: 'detail' in submission ? submission.detail : null,
      durationMs: time.wallNowMs() - begunAtMs,
    });
    return submission;
  }

  /** Retries until the log has the report. If this process dies first, a sweep finds the attempt open (HAZ-17). */
  private async report(work: Work, ending: Ending): Promise<void> {
    const command = reportOf(work, ending, this.deps.time.clock.now());
    const backoff = new Backoff();
    this.reporting += 1;
    for (;;) {
      try {
        await this.deps.commands.write([command]);
        this.reporting -= 1;
        return;
      } catch (error) {
        if (classifyFailure(error) !== 'outage') throw error;
        this.deps.telemetry.outage(error);
        await backoff.pause();
      }
    }
  }
}
