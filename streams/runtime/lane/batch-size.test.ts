import { BatchSize } from './batch-size';

function after(...transactions: readonly [commands: number, durationMs: number][]): number {
  const size = new BatchSize();
  for (const [commands, durationMs] of transactions) size.took(commands, durationMs);
  return size.limit;
}

const often = (commands: number, durationMs: number) =>
  Array.from({ length: 30 }, (): [number, number] => [commands, durationMs]);

describe('how many commands a micro-batch takes', () => {
  test('is 250 at first, and while they are applied quickly', () => {
    expect(after()).toBe(250);
    expect(after(...often(250, 20))).toBe(250);
  });

  test('becomes what takes some 40 ms, and comes back when commands are cheap again', () => {
    expect(after(...often(250, 100))).toBe(100);
    expect(after(...often(250, 100), ...often(100, 10))).toBe(250);
  });

  test('is 25 at least, however long they take', () => {
    expect(after(...often(250, 60_000))).toBe(25);
    expect(after(...often(25, 60_000))).toBe(25);
  });

  test('heeds one that was slow for once by a third', () => {
    const limit = after(...often(200, 40), [200, 400]);
    expect(limit).toBeGreaterThan(40);
    expect(limit).toBeLessThan(70);
  });

  test('does not heed small ones', () => {
    expect(after(...often(1, 10), ...often(24, 1_000))).toBe(250);
  });
});
