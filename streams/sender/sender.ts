import { setMaxListeners } from 'node:events';
import type { Send } from '../../schemas/generated/send';
import { Backoff } from '../runtime/timing/backoff';
import type { CommandWriter } from '../runtime/commands/command-writer';
import type { Database } from '../runtime/postgres/database';
import type { WithinDeadline } from '../runtime/timing/deadline';
import { classifyFailure, setbackOf } from '../runtime/failures/failures';
import type { ConcurrentConsumerHandlers } from '../runtime/kafka/concurrent-consumer/concurrent-consumer';
import { answers } from '../runtime/postgres/probe';
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
import { submit, type Line } from './submit';
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
  /** Real time: attempts are dated with it, for a technical time-out counts from there. */
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
  /** No other process has it. */
  readonly name: string;
  readonly submissionTimeoutMs: number;
  readonly maxInFlight: number;
  readonly perSecond: number;
}

/** Sends per claim: beyond this a larger transaction is no cheaper, and holds its locks for longer. */
const MAX_CLAIM = 100;
/** While the log takes no reports, nothing is submitted beyond this that could not be reported. */
const REPORTS_PER_PLACE = 4;
/** An attempt is given up as unknown after so many time-outs: one for the call, the rest to report it. */
const SWEEP_AFTER = 1.5;
const IDLE_MS = 1_000;

/**
 * Hands nudges to a provider, each attempt once, whatever is killed on the way: claim (one transaction for all that wait
 * and have a place), call, report. An attempt is written down before the call, and whoever finds it open never makes it
 * again.
 */
export class Sender<Nudge> implements ConcurrentConsumerHandlers<Send> {
  private readonly queue = new ClaimQueue<Work>();
  /** Waiting or in flight. A record that asks for the same again joins it. */
  private readonly known = new Map<string, Work>();
  private readonly slots: Slots;
  private readonly pace: Pace;
  private readonly underWay: BackgroundWork;
  private readonly sweeping: Sweep;
  private readonly lostSends: LostSends;
  private readonly calledOff = new AbortController();
  private readonly backoff = new Backoff();
  private claims = 0;
  private reporting = 0;
  private isAway = false;
  private stopping = false;
  private fatal: Error | undefined;

  constructor(
    private readonly line: Line<Nudge>,
    private readonly deps: SenderDependencies,
    private readonly settings: SenderSettings,
  ) {
    const { database, commands, time } = deps;
    this.slots = new Slots(settings.maxInFlight);
    this.pace = new Pace(settings.perSecond, time.wallNowMs());
    this.underWay = new BackgroundWork(time.waker);
    const openForMs = settings.submissionTimeoutMs * SWEEP_AFTER;
    // Every attempt under way listens to it, and Node takes more than ten for a leak.
    setMaxListeners(settings.maxInFlight + 1, this.calledOff.signal);
    this.sweeping = new Sweep({ database, commands, channel: line.channel.name, openForMs });
    this.lostSends = new LostSends({ database, channel: line.channel.name });
  }

  /** What it works with is there, as far as it knows. */
  get isWorking(): boolean {
    return !this.isAway;
  }

  onValue(send: Send, finished: () => void): void {
    const work = workOf(send, finished);
    const same = this.known.get(workKey(work));
    if (same !== undefined) {
      same.finished.push(finished);
      return;
    }
    this.takeIn(work);
  }

  onReassigned(): void {
    for (const work of this.queue.clear()) {
      // Whoever reads its record takes it for another's: only here is it known that no provider was called.
      if (work.doubtfulClaims.length > 0) this.queue.add(work);
      else this.known.delete(workKey(work));
    }
  }

  onFailure(error: Error): void {
    this.fatal = error;
    this.deps.time.waker.raise();
  }

  /** Until `stop` is called, or until something is wrong that no retry can mend: then it throws. */
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

  /** Claims nothing more. What is in flight goes on until it ends or is called off. */
  stop(): void {
    this.stopping = true;
    this.deps.time.waker.raise();
  }

  /** Ends what is in flight, with whatever can be said of it. */
  abortAll(): void {
    this.calledOff.abort();
  }

  async sweep(): Promise<void> {
    const { clock, wallNowMs } = this.deps.time;
    const times = { nowMs: clock.now(), wallMs: wallNowMs() };
    const isOurs = (attempt: AttemptRef): boolean => this.known.has(workKey(attempt));
    const count = await this.sweeping.run(times, isOurs);
    if (count > 0) this.deps.telemetry.swept(count);
    const lost = await this.lostSends.find(times, isOurs);
    if (lost.length > 0) this.deps.telemetry.takenUp(lost.length);
    for (const attempt of lost) this.takeIn({ ...attempt, finished: [], doubtfulClaims: [] });
  }

  private takeIn(work: Work): void {
    this.known.set(workKey(work), work);
    this.queue.add(work);
    this.deps.time.waker.raise();
  }

  /** Those that can be submitted now: an attempt that is written down must not wait for its call. */
  private takeWorks(): Work[] {
    const granted = this.pace.take(this.wanted(), this.deps.time.wallNowMs());
    const works = this.queue.take(granted, (businessId, taken) => this.slots.hasOneFor(businessId, taken));
    this.pace.giveBack(granted - works.length);
    return works;
  }

  private wanted(): number {
    const reports = this.settings.maxInFlight * REPORTS_PER_PLACE - this.reporting;
    return Math.max(0, Math.min(this.slots.free, this.queue.size, MAX_CLAIM, reports));
  }

  /** Only the provider's rate is waited for by time; a place that becomes free, or more work, wakes by itself. */
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

  /** Gives back why it failed. Of an outage it is open whether the claim was committed. */
  private async tryToClaim(works: readonly Work[]): Promise<unknown> {
    const { clock, wallNowMs } = this.deps.time;
    const startedAtMs = wallNowMs();
    this.claims += 1;
    const sender = `${this.settings.name}/${this.claims}`;
    const moment = { sender, now: new Date(clock.now()), startedAt: new Date(startedAtMs) };
    try {
      const claims = await claim(this.deps.database, this.line.channel, works, moment);
      this.isAway = false;
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
      this.isAway = true;
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
      answers: () => answers(this.deps.database),
      isStopped: () => this.stopping,
    });
  }

  /** The ledger tries it again by its schedule and then gives it up, credits and all; here it would be in the way. */
  private giveUp(work: Work, error: unknown): void {
    this.deps.telemetry.defect(work, error);
    this.begin(work, Promise.resolve(isAutoReply(work) ? undefined : NOT_REACHED_ENDING));
  }

  private carryOut(one: Claim, startedAtMs: number): void {
    const { work } = one;
    if (one.step === 'submit' || one.step === 'answer') {
      this.begin(work, one.step === 'submit' ? this.submit(one, startedAtMs) : this.answer(one, startedAtMs));
      return;
    }
    this.pace.giveBack(1);
    if (one.step === 'skip') {
      this.deps.telemetry.skipped(work, one.reason);
      this.begin(work, Promise.resolve(skipEnding(one.reason)));
    } else this.forget(work);
  }

  /** Its place is free for the next when the provider has answered, not only when the log has the report. */
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
      () => this.line.channel.compose(snapshot, now),
      startedAtMs,
    );
    return submissionEnding(submission, monthly);
  }

  /** Whatever becomes of it, nobody waits to hear. */
  private async answer(
    { work, autoReply }: Claim & { readonly step: 'answer' },
    startedAtMs: number,
  ): Promise<undefined> {
    await this.callProvider(work, () => this.line.channel.answer(autoReply), startedAtMs);
    return undefined;
  }

  private async callProvider(work: Work, compose: () => Nudge, startedAtMs: number): Promise<Submission> {
    const { telemetry, time } = this.deps;
    const begunAtMs = time.wallNowMs();
    const { provider } = this.line;
    const submission = await submit(
      { compose, provider },
      {
        within: time.within,
        timeoutMs: startedAtMs + this.settings.submissionTimeoutMs - begunAtMs,
        calledOff: this.calledOff.signal,
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

  /** Until the log has it. Should this process die first, the sweep finds the attempt open. */
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
