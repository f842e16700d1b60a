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

/**
 * What may be under way at a time. Endpoints take turns, and none has more than its places, so that one that is slow or
 * dead delays no other (D11).
 */
export class DeliveryQueue {
  /** By endpoint, in the order in which their turns come. */
  private readonly lines = new Map<string, DueDelivery[]>();
  private readonly atEndpoint = new Map<string, number>();
  private readonly atBusiness = new Map<string, number>();
  private underWay = 0;

  constructor(
    private readonly limits: QueueLimits,
    private readonly isTroubled: (endpointId: string) => boolean,
  ) {}

  /** Endpoints for which more need not be read: their own line is not through. */
  get endpointsWithLines(): string[] {
    return [...this.lines.keys()];
  }

  get waiting(): number {
    let count = 0;
    for (const line of this.lines.values()) count += line.length;
    return count;
  }

  get inFlight(): number {
    return this.underWay;
  }

  /** False: there is no room for it. */
  add(delivery: DueDelivery): boolean {
    const line = this.lines.get(delivery.endpointId);
    if (line === undefined) this.lines.set(delivery.endpointId, [delivery]);
    else if (line.length >= this.limits.waitingPerEndpoint) return false;
    else line.push(delivery);
    return true;
  }

  /** All that may begin now. They are under way until `finished` is called for them. */
  take(): DueDelivery[] {
    const taken: DueDelivery[] = [];
    let passedOver = 0;
    while (this.underWay < this.limits.inAll && passedOver < this.lines.size) {
      const [[endpointId, line] = NO_LINE] = this.lines;
      this.lines.delete(endpointId);
      const [next] = line;
      if (next !== undefined && this.mayBegin(next)) {
        passedOver = 0;
        line.shift();
        this.count(next, 1);
        taken.push(next);
      } else passedOver += 1;
      if (line.length > 0) this.lines.set(endpointId, line);
    }
    return taken;
  }

  finished(delivery: DueDelivery): void {
    this.count(delivery, -1);
  }

  /** Gives up what waits in partitions other than these, and says what that was. */
  retain(partitions: ReadonlySet<number>): DueDelivery[] {
    const given: DueDelivery[] = [];
    for (const [endpointId, line] of this.lines) {
      given.push(...line.filter(({ partition }) => !partitions.has(partition)));
      const kept = line.filter(({ partition }) => partitions.has(partition));
      if (kept.length > 0) this.lines.set(endpointId, kept);
      else this.lines.delete(endpointId);
    }
    return given;
  }

  private mayBegin({ endpointId, businessId }: DueDelivery): boolean {
    const { perBusiness, perEndpoint, perTroubledEndpoint } = this.limits;
    const places = this.isTroubled(endpointId) ? perTroubledEndpoint : perEndpoint;
    return (
      (this.atEndpoint.get(endpointId) ?? 0) < places && (this.atBusiness.get(businessId) ?? 0) < perBusiness
    );
  }

  private count({ endpointId, businessId }: DueDelivery, change: 1 | -1): void {
    this.underWay += change;
    addTo(this.atEndpoint, endpointId, change);
    addTo(this.atBusiness, businessId, change);
  }
}

/** For the compiler, which does not see that there is a first where there are some. */
const NO_LINE: [string, DueDelivery[]] = ['', []];

function addTo(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
