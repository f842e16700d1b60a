import type { DueDelivery } from './delivery';

export interface QueueLimits {
  readonly inAll: number;
  /** Ten endpoints with all their places, so that those of one business never wait for each other. */
  readonly perBusiness: number;
  readonly perEndpoint: number;
  /** For an endpoint that failed or was slow the last time: a dead one holds each place for ten seconds. */
  readonly perTroubledEndpoint: number;
  /** More are not held in memory: they stand in the table and are found there again. */
  readonly waitingPerEndpoint: number;
}

/** What waits for one endpoint, and what is under way there. */
interface Line<Delivery> {
  readonly endpointId: string;
  readonly business: Business;
  waiting: Delivery[];
  underWay: number;
}

interface Business {
  readonly id: string;
  lines: number;
  underWay: number;
}

/**
 * What may be under way at a time. Endpoints take turns, and none has more than its places, so that one that is slow or
 * dead delays no other (D11).
 */
export class DeliveryQueue<Delivery extends DueDelivery> {
  /** Of every endpoint that has something waiting or under way. */
  private readonly lines = new Map<string, Line<Delivery>>();
  private readonly businesses = new Map<string, Business>();
  /** The lines with something waiting, in the order in which their turns come. */
  private turns: Line<Delivery>[] = [];
  private waitingInAll = 0;
  private underWay = 0;

  constructor(
    private readonly limits: QueueLimits,
    private readonly isTroubled: (endpointId: string) => boolean,
  ) {}

  /** Endpoints for which more need not be read: their own line is not through. */
  get endpointsWithLines(): string[] {
    return this.turns.map(({ endpointId }) => endpointId);
  }

  get waiting(): number {
    return this.waitingInAll;
  }

  get inFlight(): number {
    return this.underWay;
  }

  /** False: there is no room for it. */
  add(delivery: Delivery): boolean {
    const line = this.lineOf(delivery);
    if (line.waiting.length >= this.limits.waitingPerEndpoint) return false;
    if (line.waiting.push(delivery) === 1) this.turns.push(line);
    this.waitingInAll += 1;
    return true;
  }

  /** So many of those that may begin now. They are under way until `finished` is called for them. */
  take(most: number): Delivery[] {
    const taken: Delivery[] = [];
    const passedOver: Line<Delivery>[] = [];
    let next = 0;
    for (; next < this.turns.length && taken.length < most && this.underWay < this.limits.inAll; next += 1) {
      const line = this.turns[next]!;
      if (!this.mayBegin(line)) {
        passedOver.push(line);
        continue;
      }
      taken.push(line.waiting[0]!);
      line.waiting.shift();
      this.count(line, 1);
      // It comes again behind all others, and in this very round if there is time.
      if (line.waiting.length > 0) this.turns.push(line);
    }
    this.turns = [...passedOver, ...this.turns.slice(next)];
    this.waitingInAll -= taken.length;
    return taken;
  }

  finished(delivery: Delivery): void {
    const line = this.lineOf(delivery);
    this.count(line, -1);
    this.forgetIfThrough(line);
  }

  /** Gives up what waits in partitions other than these, and says what that was. */
  retain(partitions: ReadonlySet<number>): Delivery[] {
    const given = this.turns.flatMap(({ waiting }) =>
      waiting.filter(({ partition }) => !partitions.has(partition)),
    );
    for (const line of this.turns) {
      line.waiting = line.waiting.filter(({ partition }) => partitions.has(partition));
      this.forgetIfThrough(line);
    }
    this.turns = this.turns.filter(({ waiting }) => waiting.length > 0);
    this.waitingInAll -= given.length;
    return given;
  }

  private mayBegin({ endpointId, underWay, business }: Line<Delivery>): boolean {
    const { perBusiness, perEndpoint, perTroubledEndpoint } = this.limits;
    const places = this.isTroubled(endpointId) ? perTroubledEndpoint : perEndpoint;
    return underWay < places && business.underWay < perBusiness;
  }

  private count(line: Line<Delivery>, change: 1 | -1): void {
    this.underWay += change;
    line.underWay += change;
    line.business.underWay += change;
  }

  private lineOf({ endpointId, businessId: id }: Delivery): Line<Delivery> {
    const known = this.lines.get(endpointId);
    if (known !== undefined) return known;
    const business = this.businesses.get(id) ?? { id, lines: 0, underWay: 0 };
    const line = { endpointId, business, waiting: [], underWay: 0 };
    business.lines += 1;
    this.businesses.set(id, business);
    this.lines.set(endpointId, line);
    return line;
  }

  private forgetIfThrough({ endpointId, business, waiting, underWay }: Line<Delivery>): void {
    if (underWay > 0 || waiting.length > 0) return;
    this.lines.delete(endpointId);
    business.lines -= 1;
    if (business.lines === 0) this.businesses.delete(business.id);
  }
}
