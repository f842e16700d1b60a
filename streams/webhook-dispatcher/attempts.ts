import { classifyFailure } from '../runtime/failures/failures';
import type { Rest } from '../runtime/timing/sleep';
import { deliveryStandingOf, type EndedAttempt, type FoundDelivery } from './decide';
import { deliveryKey, type DueDelivery } from './delivery';
import { DeliveryQueue, type QueueLimits } from './delivery-queue';
import { EarnedSlots, paceOf, type Pace } from './earned-slots';
import { EndingsWriter } from './endings-writer';
import { makeAttempt, type AttemptWorld, type ReadyAttempt } from './make-attempt';
import { envelopesOnce } from './prepare';
import type { BusyEndpoints, DispatcherStore } from './store';
import type { DispatcherTelemetry } from './telemetry';
import { TroubledEndpoints } from './troubled-endpoints';

export interface AttemptDependencies extends AttemptWorld {
  readonly store: Pick<DispatcherStore, 'find' | 'record' | 'drop'>;
  readonly time: AttemptWorld['time'] & { readonly rest: Rest };
  readonly telemetry: DispatcherTelemetry;
}

/** A delivery that is in hand here, from when it came until its ending is stored. */
interface HeldDelivery extends DueDelivery {
  readonly key: string;
  readonly sinceMs: number;
}

interface ReadyHere extends ReadyAttempt {
  readonly due: HeldDelivery;
}

interface EndedHere {
  readonly due: HeldDelivery;
  readonly ending: EndedAttempt;
}

/**
 * Makes the attempts that are due: takes what has a place, reads what it is about, calls, and writes down how that ended. First
 * ones and retries have slots of their own, so that what is new never waits behind an outage of somebody else.
 *
 * A place is free when the endpoint has answered, not when that is stored: the endpoint need not wait for our database.
 */
export class Attempts {
  private readonly troubled = new TroubledEndpoints();
  private readonly earned = new EarnedSlots(FIRSTS.extra.perEndpoint);
  private readonly firsts = this.queueWith(FIRSTS);
  private readonly retries = this.queueWith(RETRIES);
  /** What is read again meanwhile is passed over. */
  private readonly held = new Map<string, HeldDelivery>();
  /** When last: what waited for an endpoint then is dropped, also where it was enabled again at once. */
  private readonly disabled = new Map<string, number>();
  private readonly envelopeOf = envelopesOnce();
  private readonly endings: EndingsWriter<EndedHere>;
  private isStopping = false;
  private isToTake = false;
  private isBeginning = false;
  private onIdle: () => void = () => undefined;

  constructor(
    private readonly deps: AttemptDependencies,
    private readonly onFatal: (error: unknown) => void,
  ) {
    const { store, telemetry, time } = deps;
    this.endings = new EndingsWriter({
      store,
      telemetry,
      time,
      onStored: (attempts) => this.letGo(attempts.map(({ due }) => due)),
      onDisabled: (endpointIds) => {
        for (const id of endpointIds) this.disabled.set(id, time.wallNowMs());
      },
      onFatal,
    });
    telemetry.watch(() => ({
      waiting: this.firsts.waiting + this.retries.waiting,
      inFlight: this.inFlight,
    }));
  }

  get busy(): BusyEndpoints {
    return { firsts: this.firsts.endpointsWithLines, retries: this.retries.endpointsWithLines };
  }

  /** Gives back what finds no room: its rows stand in the table, and it has to be offered again. */
  offer(due: readonly DueDelivery[]): DueDelivery[] {
    const refused: DueDelivery[] = [];
    const sinceMs = this.deps.time.wallNowMs();
    for (const delivery of due) {
      const key = deliveryKey(delivery);
      if (this.held.has(key)) continue;
      const held = { key, sinceMs, ...delivery };
      if (this.queueOf(held).add(held)) this.held.set(key, held);
      else refused.push(delivery);
    }
    this.takeSoon();
    return refused;
  }

  /** Other partitions are another's now. What is under way there ends here all the same. */
  retain(partitions: ReadonlySet<number>): void {
    for (const queue of [this.firsts, this.retries]) {
      for (const { key } of queue.retain(partitions)) this.held.delete(key);
    }
  }

  /** Begins nothing more; resolves when everything under way has ended and is stored. */
  async stop(): Promise<void> {
    this.isStopping = true;
    if (!this.isIdle) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }

  private get isIdle(): boolean {
    return this.inFlight === 0 && this.endings.unstored === 0;
  }

  private get inFlight(): number {
    return this.firsts.inFlight + this.retries.inFlight;
  }

  /** Once for all that is freed together: what begins is read from the database, and one by one that was a query for each. */
  private takeSoon(): void {
    if (this.isToTake) return;
    this.isToTake = true;
    queueMicrotask(() => {
      this.isToTake = false;
      this.take();
    });
  }

  private take(): void {
    if (this.isStopping) {
      if (this.isIdle) this.onIdle();
      return;
    }
    if (this.isBeginning || this.endings.unstored >= MOST_UNSTORED) return;
    const taken = [...this.firsts.take(FIRSTS_AT_A_TIME), ...this.retries.take(RETRIES_AT_A_TIME)];
    if (taken.length > 0) this.begin(taken).catch(this.onFatal);
  }

  private async begin(taken: readonly HeldDelivery[]): Promise<void> {
    this.isBeginning = true;
    const found = await this.unlessAway(() => this.deps.store.find(taken, this.unsureOf(taken)));
    if (found === undefined) this.giveUp(taken);
    else await this.makeOrDrop(taken, found);
    this.isBeginning = false;
    this.takeSoon();
  }

  private async makeOrDrop(taken: readonly HeldDelivery[], found: readonly FoundDelivery[]): Promise<void> {
    const { telemetry, time } = this.deps;
    const dropped: HeldDelivery[] = [];
    for (const [index, due] of taken.entries()) {
      const standing = deliveryStandingOf(due, found[index]!);
      if (this.isStopping || standing.step === 'pass') this.giveUp([due]);
      else if (standing.step === 'try') this.make({ due, ...standing }).catch(this.onFatal);
      else {
        telemetry.dropped(due, standing.reason);
        dropped.push(due);
      }
      if ((index + 1) % MADE_IN_A_TURN === 0) await time.rest(0);
    }
    if (dropped.length > 0) this.drop(dropped).catch(this.onFatal);
  }

  private async drop(dropped: readonly HeldDelivery[]): Promise<void> {
    const now = new Date(this.deps.time.now());
    await this.unlessAway(() => this.deps.store.drop(dropped, now));
    this.giveUp(dropped);
  }

  /** But for those that came a moment ago: nobody else has tried or dropped them since. */
  private unsureOf(taken: readonly HeldDelivery[]): HeldDelivery[] {
    const earliestMs = this.deps.time.wallNowMs() - SURE_MS;
    return taken.filter(
      ({ sinceMs, endpointId }) => sinceMs <= Math.max(earliestMs, this.disabled.get(endpointId) ?? 0),
    );
  }

  /** What cannot be read or dropped now is due again in a while: to hold it here would fill the slots meanwhile. */
  private async unlessAway<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (classifyFailure(error) !== 'outage') throw error;
      this.deps.telemetry.outage(error);
      return undefined;
    }
  }

  private async make(ready: ReadyHere): Promise<void> {
    const { telemetry } = this.deps;
    const { due } = ready;
    const made = await makeAttempt(this.deps, ready, this.envelopeOf).catch((error: unknown) => {
      telemetry.defect(due, error);
    });
    if (made === undefined) {
      this.giveUp([due]);
      return;
    }
    const { ending, ...times } = made;
    this.learn(due, paceOf(ending.state === 'delivered', times.durationMs));
    telemetry.ended(ending, times);
    this.queueOf(due).finished(due);
    this.endings.add({ due, ending });
    this.takeSoon();
  }

  private learn(due: HeldDelivery, pace: Pace): void {
    const { endpointId } = due;
    const wallMs = this.deps.time.wallNowMs();
    this.troubled.learn(endpointId, pace !== 'bad', wallMs);
    this.earned.learn(endpointId, { pace, isMoreWaiting: this.queueOf(due).hasWaiting(endpointId), wallMs });
  }

  /** They stand in the table, if they still wait at all. */
  private giveUp(deliveries: readonly HeldDelivery[]): void {
    for (const held of deliveries) this.queueOf(held).finished(held);
    this.letGo(deliveries);
  }

  private letGo(deliveries: readonly HeldDelivery[]): void {
    for (const { key } of deliveries) this.held.delete(key);
    this.takeSoon();
  }

  private queueOf({ attempt }: DueDelivery): DeliveryQueue<HeldDelivery> {
    return attempt === 0 ? this.firsts : this.retries;
  }

  private queueWith(limits: QueueLimits): DeliveryQueue<HeldDelivery> {
    return new DeliveryQueue(limits, {
      isTroubled: (endpointId) => this.troubled.has(endpointId),
      extraOf: (endpointId) => this.earned.of(endpointId, this.deps.time.wallNowMs()),
    });
  }
}

/** With eight slots alone an endpoint that takes 0.44 s gets 18 a second. It earns the extra ones by quick answers. */
const FIRSTS: QueueLimits = {
  inAll: 1_000,
  perBusiness: 80,
  perEndpoint: 8,
  perTroubledEndpoint: 2,
  extra: { inAll: 200, perBusiness: 48, perEndpoint: 24 },
  waitingPerEndpoint: 1_000,
};
const RETRIES: QueueLimits = {
  inAll: 300,
  perBusiness: 40,
  perEndpoint: 4,
  perTroubledEndpoint: 1,
  extra: { inAll: 100, perBusiness: 24, perEndpoint: 12 },
  waitingPerEndpoint: 100,
};

/** So many are read together at most: the last of them is to be young still when it is sent. */
const FIRSTS_AT_A_TIME = 500;
const RETRIES_AT_A_TIME = 100;
/** A few in each turn of the event loop, so that answers are heard between them. */
const MADE_IN_A_TURN = 16;
/** Should this process die, so many attempts are made again at most, beside those under way. */
const MOST_UNSTORED = 2_000;

/** For so long after it was read that a delivery waits, nobody else tries it: it is not due before another five seconds. */
const SURE_MS = 10_000;
