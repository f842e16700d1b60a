import fc from 'fast-check';
import { nextAttempt } from './schedule';

const HOUR = 3_600_000;
const STEPS = [5_000, 60_000, 300_000, 1_800_000, 2 * HOUR, 6 * HOUR, 12 * HOUR];

function delayAfter(attempt: number, retryAfterMs: number | null = null, jitter = 0.5): number | 'exhausted' {
  return nextAttempt({ attempt, retryAfterMs, jitter });
}

describe('a delivery that failed is tried again (HOOK-12)', () => {
  it('after 5 s, 1 min, 5 min, 30 min, 2 h, 6 h and 12 h, eight attempts in all', () => {
    expect(STEPS.map((_, index) => delayAfter(index + 1))).toEqual(STEPS);
    expect(delayAfter(8)).toBe('exhausted');
    expect(delayAfter(8, 60_000)).toBe('exhausted');
  });

  it('at most a tenth earlier, and less than a tenth later', () => {
    expect(delayAfter(2, null, 0)).toBe(54_000);
    expect(delayAfter(2, null, 0.999_999)).toBe(66_000);
  });

  it('not earlier than the endpoint asked for, with any jitter', () => {
    expect(delayAfter(1, 30_000, 0)).toBe(30_000);
    expect(delayAfter(1, 1_000, 0)).toBe(4_500);
  });

  it('never later than the next step, however long the endpoint asks for', () => {
    expect(delayAfter(1, 99 * HOUR)).toBe(60_000);
    expect(delayAfter(6, 99 * HOUR)).toBe(12 * HOUR);
  });

  it('after the last step no later than that step, because none follows', () => {
    expect(delayAfter(7, 99 * HOUR)).toBe(12 * HOUR);
    expect(delayAfter(7, 99 * HOUR, 0)).toBe(12 * HOUR);
  });

  it('within bounds for every attempt, Retry-After and jitter', () => {
    const jitter = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const retryAfter = fc.option(fc.nat({ max: 1_000 * HOUR }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), retryAfter, jitter, (attempt, retryAfterMs, chance) => {
        const delay = Number(delayAfter(attempt, retryAfterMs, chance));
        const step = STEPS[attempt - 1]!;
        expect(delay).toBeGreaterThanOrEqual(step * 0.9);
        expect(delay).toBeLessThanOrEqual(Math.max(step * 1.1, STEPS[attempt] ?? 0));
        expect(Number.isInteger(delay)).toBe(true);
      }),
    );
  });
});
