import fc from 'fast-check';
import type { DueDelivery } from './delivery';
import { DeliveryQueue } from './delivery-queue';

const LIMITS = {
  inAll: 6,
  perBusiness: 4,
  perEndpoint: 2,
  perTroubledEndpoint: 1,
  extra: { inAll: 4, perBusiness: 3, perEndpoint: 2 },
  waitingPerEndpoint: 5,
};

const due = (businessId: string, endpointId: string, n: number, partition = 0): DueDelivery => ({
  businessId,
  endpointId,
  eventId: `evt_${n}`,
  partition,
  attempt: 0,
});

function queueOf(
  deliveries: readonly DueDelivery[],
  troubled: readonly string[] = [],
  earned: Readonly<Record<string, number>> = {},
): DeliveryQueue<DueDelivery> {
  const queue = new DeliveryQueue<DueDelivery>(LIMITS, {
    isTroubled: (endpointId) => troubled.includes(endpointId),
    extraOf: (endpointId) => earned[endpointId] ?? 0,
  });
  for (const delivery of deliveries) queue.add(delivery);
  return queue;
}

const many = (businessId: string, endpointId: string, count = 5): DueDelivery[] =>
  Array.from({ length: count }, (_, n) => due(businessId, endpointId, n));
const placesOf = (taken: readonly DueDelivery[]) => taken.map(({ endpointId }) => endpointId);

describe('slots for attempts: a slow or dead endpoint delays no other (HOOK-15)', () => {
  it('lets endpoints take turns, each with no more than its own slots', () => {
    const queue = queueOf([...many('a', 'we_1'), ...many('b', 'we_2', 1)]);
    expect(placesOf(queue.take(100))).toEqual(['we_1', 'we_2', 'we_1']);
    expect(queue.take(100)).toEqual([]);
  });

  it('frees a slot when an attempt has ended', () => {
    const queue = queueOf(many('a', 'we_1'));
    const [first] = queue.take(100);
    queue.finished(first!);
    expect(queue.take(100).map(({ eventId }) => eventId)).toEqual(['evt_2']);
  });

  it('gives fewer slots to an endpoint whose last answer was a failure or slow', () => {
    const queue = queueOf([...many('a', 'we_1'), ...many('b', 'we_2')], ['we_1']);
    expect(placesOf(queue.take(100))).toEqual(['we_1', 'we_2', 'we_2']);
  });

  it('keeps within the bounds for a business and for all', () => {
    const ofOne = queueOf(['we_1', 'we_2', 'we_3'].flatMap((endpoint) => many('a', endpoint)));
    expect(placesOf(ofOne.take(100))).toEqual(['we_1', 'we_2', 'we_3', 'we_1']);
    const ofAll = queueOf(['we_1', 'we_2', 'we_3', 'we_4'].flatMap((endpoint) => many(endpoint, endpoint)));
    expect(ofAll.take(100)).toHaveLength(6);
  });

  it('holds a bounded number of deliveries of an endpoint', () => {
    const queue = queueOf(many('a', 'we_1', 5));
    expect(queue.add(due('a', 'we_1', 6))).toBe(false);
    expect(queue.add(due('a', 'we_2', 6))).toBe(true);
    expect([queue.waiting, queue.endpointsWithWaiting]).toEqual([6, ['we_1', 'we_2']]);
  });

  it('names the endpoints with waiting deliveries, and not those with attempts in flight alone', () => {
    const queue = queueOf([...many('a', 'we_1', 2), ...many('b', 'we_2', 3)]);
    expect(queue.take(100)).toHaveLength(4);
    expect([queue.endpointsWithWaiting, queue.inFlight]).toEqual([['we_2'], 4]);
  });

  it('gives up what waits in partitions that are no longer owned, and nothing else', () => {
    const lost = [due('a', 'we_1', 1, 0), due('c', 'we_3', 5, 0)];
    const kept = [due('b', 'we_2', 2, 1), due('b', 'we_2', 3, 1), due('c', 'we_3', 4, 1)];
    const queue = queueOf([...lost, ...kept]);
    expect(queue.retain(new Set([1]))).toEqual(lost);
    expect(placesOf(queue.take(100))).toEqual(['we_3', 'we_2', 'we_2']);
  });
});

describe('extra slots for endpoints that answer quickly (HOOK-15)', () => {
  it('are as many as an endpoint has earned, up to a bound', () => {
    expect(queueOf(many('a', 'we_1'), [], { we_1: 1 }).take(100)).toHaveLength(3);
    expect(queueOf(many('a', 'we_1'), [], { we_1: 9 }).take(100)).toHaveLength(4);
  });

  it('are refused to an endpoint whose last answer was a failure or slow, however many it had earned', () => {
    expect(queueOf(many('a', 'we_1'), ['we_1'], { we_1: 2 }).take(100)).toHaveLength(1);
  });

  it('come after the own slots of all others', () => {
    const queue = queueOf([...many('a', 'we_1'), ...many('b', 'we_2')], [], { we_1: 2 });
    expect(placesOf(queue.take(100))).toEqual(['we_1', 'we_2', 'we_1', 'we_2', 'we_1', 'we_1']);
  });

  it('leave all own slots to another endpoint of the business that comes later', () => {
    const queue = queueOf(many('a', 'we_1'), [], { we_1: 2 });
    expect(queue.take(100)).toHaveLength(4);
    for (const delivery of many('a', 'we_2')) queue.add(delivery);
    expect(placesOf(queue.take(100))).toEqual(['we_2', 'we_2']);
  });

  it('are given to no endpoint while another waits for a slot of its own', () => {
    const three = ['we_1', 'we_2', 'we_3'].flatMap((endpoint) => many('a', endpoint));
    expect(queueOf(three, [], { we_1: 2 }).take(100)).toHaveLength(LIMITS.perBusiness);
  });

  it('are given to the endpoints in turn', () => {
    const queue = queueOf([...many('a', 'we_1'), ...many('a', 'we_2')], [], { we_1: 2, we_2: 2 });
    const taken = queue.take(100);
    expect(placesOf(taken)).toEqual(['we_1', 'we_2', 'we_1', 'we_2', 'we_1', 'we_2', 'we_1']);
    queue.finished(taken[0]!);
    expect(placesOf(queue.take(100))).toEqual(['we_2']);
  });

  it('stay within their bounds and take no slot from others, in any order of starts and ends', () => {
    fc.assert(fc.property(steps, holdsItsBounds));
  });
});

type Step = { readonly add: number } | { readonly take: number } | { readonly finish: number };

const BUSINESS_OF: Readonly<Record<string, string>> = {
  we_1: 'a',
  we_2: 'a',
  we_3: 'a',
  we_4: 'b',
  we_5: 'c',
};
const ENDPOINTS = Object.keys(BUSINESS_OF);
const steps = fc.array(
  fc.oneof(
    fc.record({ add: fc.nat(ENDPOINTS.length - 1) }),
    fc.record({ take: fc.constantFrom(1, 2, 100) }),
    fc.record({ finish: fc.nat() }),
  ),
  { maxLength: 200 },
);

function holdsItsBounds(history: readonly Step[]): void {
  const queue = queueOf([], ['we_3'], { we_1: 2, we_2: 1, we_3: 2, we_4: 9 });
  const underWay: DueDelivery[] = [];
  const waiting = new Map<string, number>();
  for (const [n, step] of history.entries()) {
    if ('add' in step) {
      const id = ENDPOINTS[step.add]!;
      if (queue.add(due(BUSINESS_OF[id]!, id, n))) waiting.set(id, (waiting.get(id) ?? 0) + 1);
    } else if ('take' in step) {
      const taken = queue.take(step.take);
      for (const { endpointId } of taken) waiting.set(endpointId, (waiting.get(endpointId) ?? 0) - 1);
      underWay.push(...taken);
      expectBounds(underWay);
      if (taken.length < step.take) expectNobodyLacksAPlace(underWay, waiting);
    } else if (underWay.length > 0) {
      queue.finished(underWay.splice(step.finish % underWay.length, 1)[0]!);
    }
    expect(queue.inFlight).toBe(underWay.length);
  }
}

/** How many attempts of these endpoints are in flight in own slots, and in extra slots. */
function placesTaken(underWay: readonly DueDelivery[], endpoints: readonly string[]) {
  const each = endpoints.map((id) => underWay.filter(({ endpointId }) => endpointId === id).length);
  const own = each.reduce((sum, count) => sum + Math.min(count, LIMITS.perEndpoint), 0);
  return { own, extra: each.reduce((sum, count) => sum + count, 0) - own };
}

const siblingsOf = (businessId: string): string[] =>
  ENDPOINTS.filter((endpointId) => BUSINESS_OF[endpointId] === businessId);

function expectBounds(underWay: readonly DueDelivery[]): void {
  const groups: [readonly string[], own: number, extra: number][] = [
    [ENDPOINTS, LIMITS.inAll, LIMITS.extra.inAll],
    ...['a', 'b', 'c'].map((id): [string[], number, number] => [
      siblingsOf(id),
      LIMITS.perBusiness,
      LIMITS.extra.perBusiness,
    ]),
    ...ENDPOINTS.map((id): [string[], number, number] => [
      [id],
      LIMITS.perEndpoint,
      LIMITS.extra.perEndpoint,
    ]),
  ];
  for (const [endpoints, own, extra] of groups) {
    const taken = placesTaken(underWay, endpoints);
    expect(taken.own).toBeLessThanOrEqual(own);
    expect(taken.extra).toBeLessThanOrEqual(extra);
  }
  expect(placesTaken(underWay, ['we_3'])).toMatchObject({ extra: 0 });
}

/** An endpoint that waits for a slot of its own waits for own slots of others, never for extra ones. */
function expectNobodyLacksAPlace(
  underWay: readonly DueDelivery[],
  waiting: ReadonlyMap<string, number>,
): void {
  for (const [endpointId, count] of waiting) {
    const slots = endpointId === 'we_3' ? LIMITS.perTroubledEndpoint : LIMITS.perEndpoint;
    if (count === 0 || placesTaken(underWay, [endpointId]).own >= slots) continue;
    const ofBusiness = placesTaken(underWay, siblingsOf(BUSINESS_OF[endpointId]!)).own;
    const isFull = ofBusiness === LIMITS.perBusiness || placesTaken(underWay, ENDPOINTS).own === LIMITS.inAll;
    expect(isFull).toBe(true);
  }
}
