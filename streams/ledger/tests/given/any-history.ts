import fc from 'fast-check';
import { aWorldOfChance, play } from './history';
import type { World } from './world';

/** Numbers that choose the steps, as many as the richest of them needs. */
const numbers = fc.array(fc.noBias(fc.nat({ max: 9_999 })), { minLength: 30, maxLength: 30 });
const histories = fc.array(numbers, { minLength: 60, maxLength: 100 });

/** Plays histories, and after every step, or in the end, looks for what breaks a promise. */
export function inAnyHistory(
  offencesIn: (world: World) => readonly unknown[],
  when = 'after every step',
): void {
  const expectNone = (world: World) => expect(offencesIn(world)).toEqual([]);
  fc.assert(
    fc.property(histories, (steps) => {
      const world = aWorldOfChance();
      for (const step of steps) {
        play(world, step);
        if (when === 'after every step') expectNone(world);
      }
      expectNone(world);
    }),
    // A history that breaks a promise is made smaller for so long, and no longer.
    { numRuns: 40, interruptAfterTimeLimit: 30_000 },
  );
}
