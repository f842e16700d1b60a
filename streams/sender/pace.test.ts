import { Pace } from './pace';
import { Slots } from './slots';

describe('the rate that a provider grants', () => {
  it('lets the sends of a quarter of a second go at once, and further ones as time passes', () => {
    const pace = new Pace(100, 0);
    expect(pace.take(1_000, 0)).toBe(25);
    expect(pace.take(1_000, 0)).toBe(0);
    expect(pace.take(1_000, 100)).toBe(10);
  });

  it('lets waiting sends go in groups of a tenth of a second, and a single one at once', () => {
    const pace = new Pace(100, 0);
    pace.take(25, 0);
    expect([pace.untilNextMs(1_000), pace.untilNextMs(3), pace.untilNextMs(1)]).toEqual([100, 30, 10]);
    expect([pace.take(1_000, 90), pace.untilNextMs(1_000)]).toEqual([0, 10]);
    expect([pace.take(1, 90), pace.take(1_000, 110)]).toEqual([1, 10]);
  });

  it('does not make up for a long pause', () => {
    const pace = new Pace(100, 0);
    pace.take(25, 0);
    expect(pace.take(1_000, 3_600_000)).toBe(25);
  });

  it('is kept over a long time, however often the pace is asked', () => {
    const pace = new Pace(80, 0);
    let taken = 0;
    for (let nowMs = 0; nowMs <= 60_000; nowMs += 7) taken += pace.take(50, nowMs);
    expect(taken).toBeGreaterThan(80 * 59);
    expect(taken).toBeLessThanOrEqual(80 * 60 + 20);
  });

  it('takes back tokens of sends that did not go', () => {
    const pace = new Pace(4, 0);
    expect(pace.take(5, 0)).toBe(1);
    pace.giveBack(1);
    expect([pace.untilNextMs(5), pace.take(5, 0)]).toEqual([0, 1]);
  });
});

describe('the slots of attempts in flight', () => {
  it('are never all taken by one business', () => {
    const slots = new Slots(8);
    for (let taken = 0; taken < 6; taken += 1) {
      expect(slots.hasOneFor('flood', 0)).toBe(true);
      slots.take('flood');
    }
    expect([slots.hasOneFor('flood', 0), slots.hasOneFor('shop', 0), slots.free]).toEqual([false, true, 2]);
    slots.leave('flood');
    expect([slots.hasOneFor('flood', 0), slots.hasOneFor('flood', 1), slots.inUse]).toEqual([true, false, 5]);
  });

  it('count for a business until the last of its attempts has ended', () => {
    const slots = new Slots(4);
    slots.take('shop');
    slots.take('shop');
    slots.leave('shop');
    expect([slots.hasOneFor('shop', 1), slots.hasOneFor('shop', 2)]).toEqual([true, false]);
    slots.leave('shop');
    expect(slots.hasOneFor('shop', 2)).toBe(true);
  });

  it('can be as few as one', () => {
    expect(new Slots(1).hasOneFor('shop', 0)).toBe(true);
  });
});
