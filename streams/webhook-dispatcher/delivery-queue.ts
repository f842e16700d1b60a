import type { DueDelivery } from './delivery';

/** How many attempts may be in flight, and how many deliveries may wait in memory. */
export interface QueueLimits {
  readonly inAll: number;
  /** Ten endpoints (HOOK-3) with all their slots, so that the endpoints of a business never wait for each other. */
  readonly perBusiness: number;
  readonly perEndpoint: number;
  /** For an endpoint that failed or was slow the last time. A dead one holds each slot for ten seconds. */
  readonly perTroubledEndpoint: number;
  /** Slots for endpoints that answer quickly. They are in addition to all others, so no endpoint lacks one. */
  readonly extra: ExtraSlots;
  /** Further deliveries stay in the table and are found there later. */
  readonly waitingPerEndpoint: number;
}

export interface ExtraSlots {
  readonly inAll: number;
  readonly perBusiness: number;
  readonly perEndpoint: number;
}

/** What is remembered of the latest answers of an endpoint. */
export interface EndpointRecord {
  isTroubled(endpointId: string): boolean;
  /** How many slots the endpoint has earned beyond its own. */
  extraOf(endpointId: string): number;
}

/** The deliveries that wait for one endpoint, and the number of attempts in flight there. */
interface EndpointQueue<Delivery> {
  readonly endpointId: string;
  readonly business: Business;
  waiting: Delivery[];
  underWay: number;
}

interface Business {
  readonly id: string;
  endpoints: number;
  readonly underWay: UnderWay;
}

/** Attempts in flight, in the slots that every endpoint has and in extra slots. */
interface UnderWay {
  own: number;
  extra: number;
}

interface SlotRule<Delivery> {
  readonly isRoom: () => boolean;
  readonly mayBegin: (queue: EndpointQueue<Delivery>) => boolean;
}

/**
 * Decides which deliveries may begin. Endpoints take turns, and none has more than its slots, so an endpoint that is
 * slow or dead delays no other (HOOK-15). An endpoint that answers quickly gets extra slots while no other endpoint
 * waits for a slot of its own.
 */
export class DeliveryQueue<Delivery extends DueDelivery> {
  /** Every endpoint with a delivery that waits or is in flight. */
  private readonly endpoints = new Map<string, EndpointQueue<Delivery>>();
  private readonly businesses = new Map<string, Business>();
  /** The endpoints for which deliveries wait, in the order of their turns. */
  private turns: EndpointQueue<Delivery>[] = [];
  private waitingInAll = 0;
  private readonly underWay: UnderWay = { own: 0, extra: 0 };

  constructor(
    private readonly limits: QueueLimits,
    private readonly record: EndpointRecord,
  ) {}

  /** Endpoints for which no more need be read, because deliveries still wait here. */
  get endpointsWithWaiting(): string[] {
    return this.turns.map(({ endpointId }) => endpointId);
  }

  get waiting(): number {
    return this.waitingInAll;
  }

  get inFlight(): number {
    return this.underWay.own + this.underWay.extra;
  }

  hasWaiting(endpointId: string): boolean {
    return (this.endpoints.get(endpointId)?.waiting.length ?? 0) > 0;
  }

  /** Returns false if there is no room for the delivery. */
  add(delivery: Delivery): boolean {
    const queue = this.queueOf(delivery);
    if (queue.waiting.length >= this.limits.waitingPerEndpoint) return false;
    if (queue.waiting.push(delivery) === 1) this.turns.push(queue);
    this.waitingInAll += 1;
    return true;
  }

  /** Takes at most `most` deliveries that may begin now. Each is in flight until `finished` is called for it. */
  take(most: number): Delivery[] {
    const own = this.takeInTurns(most, {
      isRoom: () => this.underWay.own < this.limits.inAll,
      mayBegin: (queue) =>
        this.waitsForOwnSlot(queue) && queue.business.underWay.own < this.limits.perBusiness,
    });
    return [...own, ...this.takeExtra(most - own.length)];
  }

  finished(delivery: Delivery): void {
    const queue = this.queueOf(delivery);
    this.count(queue, -1);
    this.forgetIfIdle(queue);
  }

  /** Removes and returns what waits in other partitions than these. */
  retain(partitions: ReadonlySet<number>): Delivery[] {
    const given = this.turns.flatMap(({ waiting }) =>
      waiting.filter(({ partition }) => !partitions.has(partition)),
    );
    for (const queue of this.turns) {
      queue.waiting = queue.waiting.filter(({ partition }) => partitions.has(partition));
      this.forgetIfIdle(queue);
    }
    this.turns = this.turns.filter(({ waiting }) => waiting.length > 0);
    this.waitingInAll -= given.length;
    return given;
  }

  /** Gives out extra slots, but none while an endpoint waits for a slot of its own, in the same business or in all. */
  private takeExtra(most: number): Delivery[] {
    const { inAll, extra } = this.limits;
    if (most === 0 || this.underWay.extra >= extra.inAll) return [];
    const lacking = new Set(
      this.turns.filter((queue) => this.waitsForOwnSlot(queue)).map(({ business }) => business),
    );
    if (lacking.size > 0 && this.underWay.own >= inAll) return [];
    return this.takeInTurns(most, {
      isRoom: () => this.underWay.extra < extra.inAll,
      mayBegin: (queue) =>
        this.mayUseExtraSlot(queue) &&
        !lacking.has(queue.business) &&
        queue.business.underWay.extra < extra.perBusiness,
    });
  }

  private takeInTurns(most: number, { isRoom, mayBegin }: SlotRule<Delivery>): Delivery[] {
    const taken: Delivery[] = [];
    const passedOver: EndpointQueue<Delivery>[] = [];
    let next = 0;
    for (; next < this.turns.length && taken.length < most && isRoom(); next += 1) {
      const queue = this.turns[next]!;
      if (!mayBegin(queue)) {
        passedOver.push(queue);
        continue;
      }
      taken.push(queue.waiting[0]!);
      queue.waiting.shift();
      this.count(queue, 1);
      // Its next turn comes behind all others, perhaps in this same loop.
      if (queue.waiting.length > 0) this.turns.push(queue);
    }
    this.turns = [...passedOver, ...this.turns.slice(next)];
    this.waitingInAll -= taken.length;
    return taken;
  }

  private waitsForOwnSlot({ endpointId, underWay }: EndpointQueue<Delivery>): boolean {
    const { perEndpoint, perTroubledEndpoint } = this.limits;
    return underWay < (this.record.isTroubled(endpointId) ? perTroubledEndpoint : perEndpoint);
  }

  private mayUseExtraSlot({ endpointId, underWay }: EndpointQueue<Delivery>): boolean {
    const { perEndpoint, extra } = this.limits;
    if (this.record.isTroubled(endpointId)) return false;
    return underWay < perEndpoint + Math.min(this.record.extraOf(endpointId), extra.perEndpoint);
  }

  private count(queue: EndpointQueue<Delivery>, change: 1 | -1): void {
    const kind =
      Math.max(queue.underWay, queue.underWay + change) > this.limits.perEndpoint ? 'extra' : 'own';
    queue.underWay += change;
    queue.business.underWay[kind] += change;
    this.underWay[kind] += change;
  }

  private queueOf({ endpointId, businessId: id }: Delivery): EndpointQueue<Delivery> {
    const known = this.endpoints.get(endpointId);
    if (known !== undefined) return known;
    const business = this.businesses.get(id) ?? { id, endpoints: 0, underWay: { own: 0, extra: 0 } };
    const queue = { endpointId, business, waiting: [], underWay: 0 };
    business.endpoints += 1;
    this.businesses.set(id, business);
    this.endpoints.set(endpointId, queue);
    return queue;
  }

  private forgetIfIdle({ endpointId, business, waiting, underWay }: EndpointQueue<Delivery>): void {
    if (underWay > 0 || waiting.length > 0) return;
    this.endpoints.delete(endpointId);
    business.endpoints -= 1;
    if (business.endpoints === 0) this.businesses.delete(business.id);
  }
}
