import type { DueDelivery } from './delivery';
import { DeliveryQueue } from './delivery-queue';

const LIMITS = { inAll: 6, perBusiness: 4, perEndpoint: 2, perTroubledEndpoint: 1, waitingPerEndpoint: 5 };

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
): DeliveryQueue<DueDelivery> {
  const queue = new DeliveryQueue<DueDelivery>(LIMITS, (endpointId) => troubled.includes(endpointId));
  for (const delivery of deliveries) queue.add(delivery);
  return queue;
}

const many = (businessId: string, endpointId: string, count = 5): DueDelivery[] =>
  Array.from({ length: count }, (_, n) => due(businessId, endpointId, n));
const placesOf = (taken: readonly DueDelivery[]) => taken.map(({ endpointId }) => endpointId);

describe('places for attempts (D11: one slow or dead endpoint delays no other)', () => {
  it('lets endpoints take turns, each with no more than its own places', () => {
    const queue = queueOf([...many('a', 'we_1'), ...many('b', 'we_2', 1)]);
    expect(placesOf(queue.take(100))).toEqual(['we_1', 'we_2', 'we_1']);
    expect(queue.take(100)).toEqual([]);
  });

  it('gives a place back when an attempt has ended', () => {
    const queue = queueOf(many('a', 'we_1'));
    const [first] = queue.take(100);
    queue.finished(first!);
    expect(queue.take(100).map(({ eventId }) => eventId)).toEqual(['evt_2']);
  });

  it('gives fewer to an endpoint that failed or was slow the last time', () => {
    const queue = queueOf([...many('a', 'we_1'), ...many('b', 'we_2')], ['we_1']);
    expect(placesOf(queue.take(100))).toEqual(['we_1', 'we_2', 'we_2']);
  });

  it('keeps to the bounds of a business and of all', () => {
    const ofOne = queueOf(['we_1', 'we_2', 'we_3'].flatMap((endpoint) => many('a', endpoint)));
    expect(placesOf(ofOne.take(100))).toEqual(['we_1', 'we_2', 'we_3', 'we_1']);
    const ofAll = queueOf(['we_1', 'we_2', 'we_3', 'we_4'].flatMap((endpoint) => many(endpoint, endpoint)));
    expect(ofAll.take(100)).toHaveLength(6);
  });

  it('holds so many of an endpoint and no more', () => {
    const queue = queueOf(many('a', 'we_1', 5));
    expect(queue.add(due('a', 'we_1', 6))).toBe(false);
    expect(queue.add(due('a', 'we_2', 6))).toBe(true);
    expect([queue.waiting, queue.endpointsWithLines]).toEqual([6, ['we_1', 'we_2']]);
  });

  it('names the endpoints that something waits for, whatever is under way', () => {
    const queue = queueOf([...many('a', 'we_1', 2), ...many('b', 'we_2', 3)]);
    expect(queue.take(100)).toHaveLength(4);
    expect([queue.endpointsWithLines, queue.inFlight]).toEqual([['we_2'], 4]);
  });

  it('gives up what waits in partitions that are no longer ours, and nothing else', () => {
    const lost = [due('a', 'we_1', 1, 0), due('c', 'we_3', 5, 0)];
    const kept = [due('b', 'we_2', 2, 1), due('b', 'we_2', 3, 1), due('c', 'we_3', 4, 1)];
    const queue = queueOf([...lost, ...kept]);
    expect(queue.retain(new Set([1]))).toEqual(lost);
    expect(placesOf(queue.take(100))).toEqual(['we_3', 'we_2', 'we_2']);
  });
});
