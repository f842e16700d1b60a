import { TimeLimits } from './time-limits';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it.each<[string, { connects?: boolean; timeoutMs?: number }, number, string]>([
  [
    'that has no connection ends when the time for one is over',
    { connects: false },
    5_000,
    'connect_timeout',
  ],
  ['that is connected has all of its time', { connects: true }, 10_000, 'answer_timeout'],
  ['with less time than a connection may take ends then', { timeoutMs: 4_000 }, 4_000, 'answer_timeout'],
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

it.each([0, 6_000])('an attempt that has ended after %d ms is over no more', (endedMs) => {
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
