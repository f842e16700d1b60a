import { TimeLimits } from './time-limits';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it.each<[string, { connects?: boolean; timeoutMs?: number }, number, string]>([
  [
    'without a connection ends when the time to connect is over',
    { connects: false },
    5_000,
    'connect_timeout',
  ],
  ['with a connection may use its whole time', { connects: true }, 10_000, 'answer_timeout'],
  [
    'with less time in all than for the connection ends at that time',
    { timeoutMs: 4_000 },
    4_000,
    'answer_timeout',
  ],
])('an attempt %s (HOOK-11)', (_what, { connects = false, timeoutMs = 10_000 }, expectedMs, failure) => {
  const limits = new TimeLimits({ connectTimeoutMs: 5_000, timeoutMs });
  const over = jest.fn();
  limits.onOver(over);
  if (connects) limits.connected();
  jest.advanceTimersByTime(expectedMs - 1);
  expect(over).not.toHaveBeenCalled();
  expect(() => limits.throwIfOver()).not.toThrow();
  jest.advanceTimersByTime(1);
  expect(over).toHaveBeenCalledWith(expect.objectContaining({ failure }));
  expect(() => limits.throwIfOver()).toThrow(failure);
  expect(limits.signal.aborted).toBe(true);
});

it.each([0, 6_000])('an attempt that ends after %d ms is not cut off later', (endedMs) => {
  const limits = new TimeLimits({ connectTimeoutMs: 5_000, timeoutMs: 10_000 });
  const over = jest.fn();
  limits.onOver(over);
  limits.connected();
  jest.advanceTimersByTime(endedMs);
  limits.stop();
  expect(jest.getTimerCount()).toBe(0);
  jest.advanceTimersByTime(20_000);
  expect(over).not.toHaveBeenCalled();
});
