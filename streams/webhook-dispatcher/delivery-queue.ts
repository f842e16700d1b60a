import type { DueDelivery } from './delivery';

export interface QueueLimits {
  readonly inAll: number;
  /** Ten endpoints with all their slots, so that those of one business never wait for each other. */
  readonly perBusiness: number;
  readonly perEndpoint: number;
  /** For an endpoint that failed or was slow the last time: a dead one holds each place for ten seconds. */
  readonly perTroubledEndpoint: number;
  /** For endpoints that answer quickly, beside the others: what one of them has of these, no other endpoint lacks. */
  readonly extra: ExtraPlaces;
  /** More are not held in memory: they stand in the table and are found there again. */
  readonly waitingPerEndpoint: number;
}

export interface ExtraPlaces {
  readonly inAll: number;
  readonly perBusiness: number;
  readonly perEndpoint: number;
}

/** How an endpoint did lately. */
export interface EndpointRecord {
  isTroubled(endpointId: string): boolean;
  /** Slots that it has earned beyond its own. */
  extraOf(endpointId: string): number;
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
  readonly underWay: UnderWay;
}

/** In slots that endpoints have anyway, and in extra ones. */
interface UnderWay {
  own: number;
  extra: number;
}

interface Slots<Delivery> {
  readonly isRoom: () => boolean;
  readonly mayBegin: (line: Line<Delivery>) => boolean;
}

/**
 * What may be under way at a time. Endpoints take turns, and none has more than its slots, so that one that is slow or
 * dead delays no other (D11). An endpoint that answers quickly gets extra slots while nothing waits for a place of its own.
 */
export class DeliveryQueue<Delivery extends DueDelivery> {
  /** Of every endpoint that has something waiting or under way. */
  private readonly lines = new Map<string, Line<Delivery>>();
  private readonly businesses = new Map<string, Business>();
  /** The lines with something waiting, in the order in which their turns come. */
  private turns: Line<Delivery>[] = [];
  private waitingInAll = 0;
  private readonly underWay: UnderWay = { own: 0, extra: 0 };

  constructor(
    private readonly limits: QueueLimits,
    private readonly record: EndpointRecord,
  ) {}

  /** Endpoints for which more need not be read: their own line is not through. */
  get endpointsWithLines(): string[] {
    return this.turns.map(({ endpointId }) => endpointId);
  }

  get waiting(): number {
    return this.waitingInAll;
  }

  get inFlight(): number {
    return this.underWay.own + this.underWay.extra;
  }

  hasWaiting(endpointId: string): boolean {
    return (this.lines.get(endpointId)?.waiting.length ?? 0) > 0;
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
    const own = this.takeInTurns(most, {
      isRoom: () => this.underWay.own < this.limits.inAll,
      mayBegin: (line) => this.lacksOwnPlace(line) && line.business.underWay.own < this.limits.perBusiness,
    });
    return [...own, ...this.takeExtra(most - own.length)];
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

  /** When all have taken their own slots. Nobody gets more while one still waits for its own, in its business or in all. */
  private takeExtra(most: number): Delivery[] {
    const { inAll, extra } = this.limits;
    if (most === 0 || this.underWay.extra >= extra.inAll) return [];
    const lacking = new Set(
      this.turns.filter((line) => this.lacksOwnPlace(line)).map(({ business }) => business),
    );
    if (lacking.size > 0 && this.underWay.own >= inAll) return [];
    return this.takeInTurns(most, {
      isRoom: () => this.underWay.extra < extra.inAll,
      mayBegin: (line) =>
        this.mayHaveMore(line) &&
        !lacking.has(line.business) &&
        line.business.underWay.extra < extra.perBusiness,
    });
  }

  private takeInTurns(most: number, { isRoom, mayBegin }: Slots<Delivery>): Delivery[] {
    const taken: Delivery[] = [];
    const passedOver: Line<Delivery>[] = [];
    let next = 0;
    for (; next < this.turns.length && taken.length < most && isRoom(); next += 1) {
      const line = this.turns[next]!;
      if (!mayBegin(line)) {
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

  private lacksOwnPlace({ endpointId, underWay }: Line<Delivery>): boolean {
    const { perEndpoint, perTroubledEndpoint } = this.limits;
    return underWay < (this.record.isTroubled(endpointId) ? perTroubledEndpoint : perEndpoint);
  }

  private mayHaveMore({ endpointId, underWay }: Line<Delivery>): boolean {
    const { perEndpoint, extra } = this.limits;
    if (this.record.isTroubled(endpointId)) return false;
    return underWay < perEndpoint + Math.min(this.record.extraOf(endpointId), extra.perEndpoint);
  }

  private count(line: Line<Delivery>, change: 1 | -1): void {
    const place = Math.max(line.underWay, line.underWay + change) > this.limits.perEndpoint ? 'extra' : 'own';
    line.underWay += change;
    line.business.underWay[place] += change;
    this.underWay[place] += change;
  }

  private lineOf({ endpointId, businessId: id }: Delivery): Line<Delivery> {
    const known = this.lines.get(endpointId);
    if (known !== undefined) return known;
    const business = this.businesses.get(id) ?? { id, lines: 0, underWay: { own: 0, extra: 0 } };
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
