import fc from 'fast-check';
import { DueHeap } from './due-heap';

const moments = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 200 });

describe('a heap of due items', () => {
  it('yields the earliest item first, in any order of adding', () => {
    fc.assert(
      fc.property(moments, (added) => {
        expect(drain(heapOf(added))).toEqual(added.toSorted((one, other) => one - other));
      }),
    );
  });

  it('stays in order while items are added and taken', () => {
    const heap = heapOf([5, 3, 9]);
    expect(heap.take()?.dueAtMs).toBe(3);
    heap.add({ dueAtMs: 1 });
    heap.add({ dueAtMs: 7 });
    expect([heap.earliest?.dueAtMs, heap.size]).toEqual([1, 4]);
    expect(drain(heap)).toEqual([1, 5, 7, 9]);
    expect(heap.take()).toBeUndefined();
  });

  it('is cut to its earliest items, and returns the others in order', () => {
    fc.assert(
      fc.property(moments, fc.nat(60), (added, size) => {
        const heap = heapOf(added);
        const sorted = added.toSorted((one, other) => one - other);
        expect(heap.cut(size).map(({ dueAtMs }) => dueAtMs)).toEqual(sorted.slice(size));
        expect(drain(heap)).toEqual(sorted.slice(0, size));
      }),
    );
  });
});

function heapOf(added: readonly number[]): DueHeap<{ dueAtMs: number }> {
  const heap = new DueHeap<{ dueAtMs: number }>();
  for (const dueAtMs of added) heap.add({ dueAtMs });
  return heap;
}

function drain(heap: DueHeap<{ dueAtMs: number }>): number[] {
  const taken: number[] = [];
  for (let item = heap.take(); item !== undefined; item = heap.take()) taken.push(item.dueAtMs);
  return taken;
}
