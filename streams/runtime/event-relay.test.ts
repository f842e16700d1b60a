import { nextTurnMs } from './event-relay';

describe('the turns of relays', () => {
  it('come every five seconds for each partition', () => {
    for (const partition of [0, 1, 5, 47]) {
      const first = nextTurnMs(partition, 100_000);
      expect(nextTurnMs(partition, first) - first).toBeCloseTo(5_000);
      expect(nextTurnMs(partition, first + 20) - first).toBeCloseTo(5_000);
    }
  });

  it('come at once after a quiet time, and the next one not before half of the time has passed', () => {
    expect(nextTurnMs(3, Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
    for (let startedAt = 0; startedAt < 10_000; startedAt += 7) {
      const restMs = nextTurnMs(3, startedAt) - startedAt;
      expect(restMs).toBeGreaterThanOrEqual(2_500);
      expect(restMs).toBeLessThanOrEqual(7_500);
    }
  });

  it('are apart from each other, however many partitions there are', () => {
    for (const partitions of [2, 6, 48]) {
      const turns = Array.from({ length: partitions }, (_, partition) => nextTurnMs(partition, 0) % 5_000);
      const sorted = turns.toSorted((a, b) => a - b);
      const gaps = sorted.slice(1).map((turn, index) => turn - sorted[index]!);
      expect(Math.min(...gaps)).toBeGreaterThan(5_000 / partitions / 3);
    }
  });
});
