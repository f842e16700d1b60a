/** The attempts of one dispatcher process: which run, which wait, and when the process may stop. */
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

/** A delivery that this process works on, from when it was offered until its ending is stored. */
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
 * Makes the attempts that are due: takes deliveries that have a slot, reads their events and endpoints, calls the
 * endpoints and stores the endings. First attempts and retries have separate slots, so a new event never waits behind
 * the outage of another endpoint (HOOK-15).
 *
 * A slot is free when the endpoint has answered, not when the ending is stored, so no endpoint waits for our database.
 */
export class Attempts {
  private readonly troubled = new TroubledEndpoints();
  private readonly earned = new EarnedSlots(FIRSTS.extra.perEndpoint);
  private readonly firsts = this.queueWith(FIRSTS);
  private readonly retries = this.queueWith(RETRIES);
  /** A delivery that is read again while it is in here is ignored. */
  private readonly held = new Map<string, HeldDelivery>();
  /**
   * When each endpoint was last disabled: its waiting deliveries were dropped, even if it was enabled again at once.
   */
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
    return { firsts: this.firsts.endpointsWithWaiting, retries: this.retries.endpointsWithWaiting };
  }

  /** Returns the deliveries that find no room. Their rows are in the table, and they have to be offered again. */
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

  /** Gives up what waits in other partitions. Their attempts in flight end here all the same. */
  retain(partitions: ReadonlySet<number>): void {
    for (const queue of [this.firsts, this.retries]) {
      for (const { key } of queue.retain(partitions)) this.held.delete(key);
    }
  }

  /** Begins nothing more, and resolves when every attempt in flight has ended and is stored. */
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

  /**
   * Runs once for all slots that become free together, because deliveries that begin together are read in one query.
   */
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
    const found = await this.unlessDown(() => this.deps.store.find(taken, this.unsureOf(taken)));
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
    await this.unlessDown(() => this.deps.store.drop(dropped, now));
    this.giveUp(dropped);
  }

  /** All but those that came within SURE_MS, which no other process can have tried or dropped since. */
  private unsureOf(taken: readonly HeldDelivery[]): HeldDelivery[] {
    const earliestMs = this.deps.time.wallNowMs() - SURE_MS;
    return taken.filter(
      ({ sinceMs, endpointId }) => sinceMs <= Math.max(earliestMs, this.disabled.get(endpointId) ?? 0),
    );
  }

  /** Returns undefined during an outage. The deliveries are due again later; holding them here would fill the slots. */
  private async unlessDown<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
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

  /** Frees their slots. A delivery that still waits is due again later. */
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

/**
 * With 8 slots an endpoint that takes 0.44 s gets 18 webhooks a second. Quick answers earn it extra slots (HOOK-15).
 */
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

/** At most this many are read together, so that what was read is still recent when the last of them is sent. */
const FIRSTS_AT_A_TIME = 500;
const RETRIES_AT_A_TIME = 100;
/** A few in each turn of the event loop, so that answers are processed between them. */
const MADE_IN_A_TURN = 16;
/** If this process dies, at most this many attempts are made again, besides those in flight. */
const MOST_UNSTORED = 2_000;

/**
 * Once read as waiting, a delivery is tried by no other process for this long: it is not due for another five seconds.
 */
const SURE_MS = 10_000;
