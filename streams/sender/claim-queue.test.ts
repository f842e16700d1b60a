import fc from 'fast-check';
import { ClaimQueue } from './claim-queue';

interface Item {
  readonly businessId: string;
  readonly number: number;
}

const anyone = (): boolean => true;

describe('the queue of sends to claim', () => {
  it('takes the businesses in turn: one send does not wait for a hundred thousand of another business (HAZ-20)', () => {
    const queue = queueOf([...Array.from({ length: 100_000 }, () => 'flood'), 'shop', 'other', 'shop']);
    expect(queue.take(5, anyone).map(({ businessId }) => businessId)).toEqual([
      'flood',
      'shop',
      'other',
      'flood',
      'shop',
    ]);
    expect(queue.take(3, anyone).map(({ businessId }) => businessId)).toEqual(['flood', 'flood', 'flood']);
    expect(queue.size).toBe(100_003 - 8);
  });

  it('goes on with the next business at the next call', () => {
    const queue = queueOf(['a', 'a', 'b', 'b', 'c', 'c']);
    const turns = Array.from({ length: 6 }, () => queue.take(1, anyone)[0]?.businessId);
    expect(turns).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('leaves the sends of a business without a slot waiting, in their order', () => {
    const queue = queueOf(['a', 'a', 'a', 'b']);
    const atMostOneOfA = (businessId: string, taken: number): boolean => businessId !== 'a' || taken < 1;
    expect(queue.take(10, atMostOneOfA).map(({ number }) => number)).toEqual([0, 3]);
    expect(queue.take(10, (businessId) => businessId !== 'a')).toEqual([]);
    expect(queue.take(10, anyone).map(({ number }) => number)).toEqual([1, 2]);
  });

  it('returns what was put back first, in its order', () => {
    const queue = queueOf(['a', 'a', 'a', 'b']);
    const taken = queue.take(3, anyone);
    queue.putBack(taken);
    expect(queue.size).toBe(4);
    expect(numbersOf(queue, 'a')).toEqual([0, 1, 2]);
  });

  it('returns every send once, in order for each business, however it is taken', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }),
        fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 30, maxLength: 30 }),
        (businesses, bites) => {
          const queue = queueOf(businesses);
          const taken: Item[] = bites.flatMap((bite) => queue.take(bite, anyone));
          taken.push(...queue.clear());
          expect(queue.size).toBe(0);
          for (const businessId of ['a', 'b', 'c']) {
            const numbers = taken
              .filter((item) => item.businessId === businessId)
              .map(({ number }) => number);
            expect(numbers).toEqual(businesses.flatMap((one, index) => (one === businessId ? [index] : [])));
          }
        },
      ),
    );
  });
});

function queueOf(businesses: readonly string[]): ClaimQueue<Item> {
  const queue = new ClaimQueue<Item>();
  for (const [number, businessId] of businesses.entries()) queue.add({ businessId, number });
  return queue;
}

function numbersOf(queue: ClaimQueue<Item>, wanted: string): number[] {
  const all = queue.take(queue.size, anyone);
  return all.flatMap(({ businessId, number }) => (businessId === wanted ? [number] : []));
}
