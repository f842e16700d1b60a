import fc from 'fast-check';
import { UnfinishedOffsets } from './unfinished-offsets';

describe('the offset to commit (HAZ-8)', () => {
  it('is the first offset while no record has been read', () => {
    expect(new UnfinishedOffsets(40).committable).toBe(40);
  });

  it('is that of the lowest unfinished record, even if later ones are finished', () => {
    const offsets = begun(40, 41, 42, 45);
    offsets.finish(42);
    offsets.finish(41);
    expect([offsets.committable, offsets.count]).toEqual([40, 2]);
    offsets.finish(40);
    expect([offsets.committable, offsets.count]).toEqual([45, 1]);
    offsets.finish(45);
    expect([offsets.committable, offsets.count]).toEqual([46, 0]);
  });

  it('does not change when a record is read again', () => {
    const offsets = begun(40, 41);
    expect([offsets.begin(41), offsets.begin(42)]).toEqual([false, true]);
    expect(offsets.count).toBe(3);
  });

  it('never passes an unfinished record, in any order of finishing', () => {
    const anyOrder = fc.shuffledSubarray(Array.from({ length: 3_000 }, (_, index) => index));
    fc.assert(
      fc.property(anyOrder, (finishing) => {
        const offsets = begun(...Array.from({ length: 3_000 }, (_, index) => index));
        const open = new Set(Array.from({ length: 3_000 }, (_, index) => index));
        for (const offset of finishing) {
          offsets.finish(offset);
          open.delete(offset);
        }
        expect(offsets.committable).toBe(open.size === 0 ? 3_000 : Math.min(...open));
        expect(offsets.count).toBe(open.size);
      }),
      { numRuns: 20 },
    );
  });
});

function begun(...offsets: number[]): UnfinishedOffsets {
  const unfinished = new UnfinishedOffsets(offsets[0]!);
  for (const offset of offsets) unfinished.begin(offset);
  return unfinished;
}
