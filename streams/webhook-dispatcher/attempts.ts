import { classifyFailure } from '../runtime/failures';
import { classifyAttempt, type CallOutcome } from './classify';
import { endingOf, deliveryStandingOf, type DeliveryStanding } from './decide';
import { deliveryKey, type DueDelivery } from './delivery';
import { DeliveryQueue, type QueueLimits } from './delivery-queue';
import { endingsWriter } from './endings-writer';
import { envelopesOnce, prepareAttempt, type PreparedAttempt } from './prepare';
import type { BusyEndpoints, DispatcherStore } from './store';
import type { DispatcherTelemetry } from './telemetry';
import { TroubledEndpoints } from './troubled-endpoints';

/** The world as attempts need it. */
export interface AttemptDependencies {
  readonly store: Pick<DispatcherStore, 'find' | 'record' | 'drop'>;
  /**
   * Rejects only where it says nothing about the endpoint. It is never cut off: it takes ten seconds at most, a process that
   * ends waits for it, and one cut off would arrive twice.
   */
  readonly call: (prepared: PreparedAttempt) => Promise<CallOutcome>;
  readonly openSecret: (sealed: Buffer, endpointId: string) => string;
  readonly time: AttemptTime;
  readonly telemetry: DispatcherTelemetry;
}

export interface AttemptTime {
  /** The product's time, which tests and the simulator move. */
  readonly now: () => number;
  /** Real time, for how long an endpoint takes. */
  readonly wallNowMs: () => number;
  /** From 0 up to but not including 1. */
  readonly jitter: () => number;
}

/**
 * Makes the attempts that are due, so many at a time. First ones and retries have places of their own, so that what is
 * new never waits behind an outage of somebody else.
 */
export class Attempts {
  private readonly troubled = new TroubledEndpoints();
  private readonly firsts = this.queueWith(FIRSTS);
  private readonly retries = this.queueWith(RETRIES);
  /** Waiting or under way, and since when: what is read again meanwhile is passed over. */
  private readonly held = new Map<string, number>();
  /** When last: what waited for an endpoint then is dropped, also where it was enabled again at once. */
  private readonly disabled = new Map<string, number>();
  private readonly running = new Set<Promise<void>>();
  private readonly envelopeOf = envelopesOnce();
  private readonly writeEnding: ReturnType<typeof endingsWriter>;
  private isStopping = false;
  private isToBegin = false;

  constructor(
    private readonly deps: AttemptDependencies,
    private readonly onFatal: (error: unknown) => void,
  ) {
    const { store, telemetry, time } = deps;
    const onDisabled = (endpointIds: readonly string[]) => {
      for (const id of endpointIds) this.disabled.set(id, time.wallNowMs());
    };
    this.writeEnding = endingsWriter({ store, telemetry, now: time.now, onDisabled });
  }

  get busy(): BusyEndpoints {
    return { firsts: this.firsts.endpointsWithLines, retries: this.retries.endpointsWithLines };
  }

  /** Gives back what finds no room: its rows stand in the table, and it has to be offered again. */
  offer(due: readonly DueDelivery[]): DueDelivery[] {
    const refused: DueDelivery[] = [];
    const nowMs = this.deps.time.wallNowMs();
    for (const delivery of due) {
      const key = deliveryKey(delivery);
      if (this.held.has(key)) continue;
      if (this.queueOf(delivery).add(delivery)) this.held.set(key, nowMs);
      else refused.push(delivery);
    }
    this.beginSoon();
    return refused;
  }

  /** Other partitions are another's now. What is under way there ends here all the same. */
  retain(partitions: ReadonlySet<number>): void {
    for (const queue of [this.firsts, this.retries]) {
      for (const delivery of queue.retain(partitions)) this.held.delete(deliveryKey(delivery));
    }
  }

  /** Begins nothing more; resolves when everything under way has ended and is stored. */
  async stop(): Promise<void> {
    this.isStopping = true;
    while (this.running.size > 0) await Promise.all(this.running);
  }

  /**
   * Once for all that is freed together, as by one transaction of endings: what begins is read from the database, and one
   * by one that was a query for each delivery.
   */
  private beginSoon(): void {
    if (this.isToBegin) return;
    this.isToBegin = true;
    queueMicrotask(() => {
      this.isToBegin = false;
      this.begin();
    });
  }

  private begin(): void {
    const { firsts, retries } = this;
    const taken = this.isStopping ? [] : [...firsts.take(), ...retries.take()];
    if (taken.length > 0) this.track(this.tryAll(taken));
    this.deps.telemetry.busy(firsts.waiting + retries.waiting, firsts.inFlight + retries.inFlight);
  }

  private async tryAll(taken: readonly DueDelivery[]): Promise<void> {
    const { store } = this.deps;
    const found = (await this.unlessAway(() => store.find(taken, this.sureOf(taken)))) ?? [];
    const standings = found.map((one, index) => ({
      due: taken[index]!,
      standing: deliveryStandingOf(taken[index]!, one),
    }));
    const tried = new Set<DueDelivery>();
    for (const { due, standing } of standings) {
      if (standing.step !== 'try') continue;
      tried.add(due);
      this.track(this.tryOne(due, standing));
    }
    await this.unlessAway(() => this.dropSome(standings));
    this.release(taken.filter((due) => !tried.has(due)));
  }

  /** Those that came a moment ago: nobody else has tried or dropped them since. */
  private sureOf(taken: readonly DueDelivery[]): ReadonlySet<DueDelivery> {
    const earliestMs = this.deps.time.wallNowMs() - SURE_MS;
    return new Set(
      taken.filter((due) => {
        const sinceMs = this.held.get(deliveryKey(due)) ?? 0;
        return sinceMs > earliestMs && sinceMs > (this.disabled.get(due.endpointId) ?? 0);
      }),
    );
  }

  /** What cannot be read or dropped now is due again in a while: to hold it here would fill the places meanwhile. */
  private async unlessAway<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (classifyFailure(error) !== 'outage') throw error;
      this.deps.telemetry.outage(error);
      return undefined;
    }
  }

  private async dropSome(
    standings: readonly { due: DueDelivery; standing: DeliveryStanding }[],
  ): Promise<void> {
    const dropped = standings.flatMap(({ due, standing }) => {
      if (standing.step !== 'drop') return [];
      this.deps.telemetry.dropped(due, standing.reason);
      return [due];
    });
    if (dropped.length > 0) await this.deps.store.drop(dropped, new Date(this.deps.time.now()));
  }

  private async tryOne(
    due: DueDelivery,
    standing: Extract<DeliveryStanding, { step: 'try' }>,
  ): Promise<void> {
    const { time, telemetry } = this.deps;
    const [startedAt, startedAtWall] = [time.now(), time.wallNowMs()];
    const outcome = await this.call(due, standing).catch((error: unknown) => {
      telemetry.defect(due, error);
    });
    if (outcome !== undefined) {
      const endedAtWall = time.wallNowMs();
      const durationMs = endedAtWall - startedAtWall;
      const classified = classifyAttempt(outcome);
      const ending = endingOf(due, classified, { nowMs: time.now(), jitter: time.jitter() });
      this.troubled.learn(due.endpointId, classified.delivered && durationMs < SLOW_MS, endedAtWall);
      const delayMs = due.attempt === 0 ? startedAt - standing.event.occurredAt.getTime() : null;
      telemetry.ended(ending, { durationMs, delayMs });
      await this.writeEnding(ending);
    }
    this.release([due]);
  }

  private async call(
    { endpointId }: DueDelivery,
    { event, endpoint }: Extract<DeliveryStanding, { step: 'try' }>,
  ): Promise<CallOutcome> {
    const secret = this.deps.openSecret(endpoint.secret, endpointId);
    const prepared = prepareAttempt(
      { event, endpoint: { url: endpoint.url, secret }, nowMs: this.deps.time.now() },
      this.envelopeOf,
    );
    return this.deps.call(prepared);
  }

  private release(deliveries: readonly DueDelivery[]): void {
    for (const delivery of deliveries) {
      this.held.delete(deliveryKey(delivery));
      this.queueOf(delivery).finished(delivery);
    }
    this.beginSoon();
  }

  private track(work: Promise<void>): void {
    const running = work.catch(this.onFatal).finally(() => this.running.delete(running));
    this.running.add(running);
  }

  private queueOf({ attempt }: DueDelivery): DeliveryQueue {
    return attempt === 0 ? this.firsts : this.retries;
  }

  private queueWith(limits: QueueLimits): DeliveryQueue {
    return new DeliveryQueue(limits, (endpointId) => this.troubled.has(endpointId));
  }
}

const FIRSTS: QueueLimits = {
  inAll: 1_000,
  perBusiness: 80,
  perEndpoint: 8,
  perTroubledEndpoint: 2,
  waitingPerEndpoint: 1_000,
};
const RETRIES: QueueLimits = {
  inAll: 300,
  perBusiness: 40,
  perEndpoint: 4,
  perTroubledEndpoint: 1,
  waitingPerEndpoint: 100,
};

/** For so long after it was read that a delivery waits, nobody else tries it: it is not due before another five seconds. */
const SURE_MS = 10_000;

/** An endpoint that takes longer has fewer places: it would hold many for long. */
const SLOW_MS = 2_000;
