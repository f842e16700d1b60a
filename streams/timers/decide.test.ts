import { MAX_UNAPPLIED, NEAR_MS, NearTimers, PAGE, type DueTimer, type Look } from './decide';

const NOW = 1_790_000_000_000;
const WALL = 5_000;
const HOUR_MS = 3_600_000;

describe('the timers of a partition', () => {
  it('are read before anything else, and again when half of the time covered by that has passed', () => {
    const timers = new NearTimers();
    expect([timers.isRead, timers.needsReading(NOW)]).toEqual([false, true]);
    timers.read([], NOW + NEAR_MS);
    expect([timers.isRead, timers.needsReading(NOW)]).toEqual([true, false]);
    expect(timers.untilReadingMs(NOW)).toBe(NEAR_MS / 2);
    expect(timers.needsReading(NOW + NEAR_MS / 2)).toBe(true);
  });

  it('fire when they are due, not before, and earliest first', () => {
    const timers = given([at(300), at(100), at(200)]);
    expect(timers.untilFiringMs(NOW)).toBe(100);
    expect(timers.takeDue(NOW + 99, WALL)).toEqual([]);
    expect(timers.takeDue(NOW + 200, WALL)).toEqual([at(100), at(200)]);
    expect(timers.takeDue(NOW + 300, WALL)).toEqual([at(300)]);
  });

  it('fire once, whether they were announced, read or both', () => {
    const timers = given([at(100)]);
    timers.announce(at(50));
    timers.announce(at(100));
    expect(timers.takeDue(NOW + 100, WALL)).toEqual([at(50), at(100)]);
  });

  it('fire in time if they are announced during a query whose answer lacks them', () => {
    const timers = new NearTimers();
    timers.beginReading(NOW + NEAR_MS);
    timers.announce(at(5_000));
    timers.announce(at(NEAR_MS));
    timers.read([at(100)], NOW + NEAR_MS);
    expect(timers.takeDue(NOW + NEAR_MS, WALL)).toEqual([at(100), at(5_000)]);
  });

  it('are not held while they are far: they are read when they are near', () => {
    const timers = given([]);
    timers.announce(at(NEAR_MS));
    expect(timers.takeDue(NOW + NEAR_MS, WALL)).toEqual([]);
    timers.read([at(NEAR_MS)], NOW + 2 * NEAR_MS);
    expect(timers.takeDue(NOW + NEAR_MS, WALL)).toEqual([at(NEAR_MS)]);
  });

  it('fire at both due times when they were moved: the ledger decides which one counts', () => {
    const timers = given([at(100)]);
    timers.announce({ ...at(100), dueAtMs: NOW + 150 });
    expect(timers.takeDue(NOW + 150, WALL)).toHaveLength(2);
  });

  it('wait again if their commands could not be written', () => {
    const timers = given([at(100)]);
    timers.putBack(timers.takeDue(NOW + 100, WALL));
    expect(timers.takeDue(NOW + 100, WALL)).toEqual([at(100)]);
  });
});

describe('a storm of timers (HAZ-20)', () => {
  const storm = Array.from({ length: PAGE }, (_, index) => at(1, index));

  it('fires at most 70 timers at a time, and more as those are applied', () => {
    const timers = given(storm);
    const first = timers.takeDue(NOW + 1, WALL);
    expect(first).toHaveLength(MAX_UNAPPLIED);
    expect(timers.takeDue(NOW + 1, WALL)).toEqual([]);
    expect(timers.untilFiringMs(NOW + 1)).toBe(Infinity);
    expect(timers.looked(all(first), first.slice(50), WALL + 15)).toEqual([]);
    const next = timers.takeDue(NOW + 1, WALL + 15);
    expect(next).toHaveLength(50);
    expect(new Set([...first, ...next]).size).toBe(MAX_UNAPPLIED + 50);
  });

  it('is watched by its first and last fired timer, and looked up in full when one of them is gone', () => {
    const timers = given(storm);
    const fired = timers.takeDue(NOW + 1, WALL);
    const ends = { timers: [fired[0]!, fired.at(-1)!], isGlance: true };
    expect(timers.nextLook(NOW + 1, WALL + 4)).toBeUndefined();
    expect(timers.takeDue(NOW + 1, WALL + 4)).toEqual([]);
    expect(timers.nextLook(NOW + 1, WALL + 5)).toEqual(ends);
    timers.looked(ends, ends.timers, WALL + 5);
    expect(timers.nextLook(NOW + 1, WALL + 9)).toBeUndefined();
    expect(timers.nextLook(NOW + 1, WALL + 10)).toEqual(ends);
    timers.looked(ends, ends.timers.slice(1), WALL + 10);
    expect(timers.takeDue(NOW + 1, WALL + 10)).toEqual([]);
    expect(timers.nextLook(NOW + 1, WALL + 10)).toEqual(all(fired));
  });

  it('is not glanced at while no due timer waits behind it', () => {
    const timers = given(storm.slice(0, MAX_UNAPPLIED));
    const fired = timers.takeDue(NOW + 1, WALL);
    expect(timers.nextLook(NOW + 1, WALL + 999)).toBeUndefined();
    expect(timers.nextLook(NOW + 1, WALL + 1_000)).toEqual(all(fired));
  });

  it('goes on every second even if its first and last command were lost', () => {
    const timers = given(storm);
    const fired = timers.takeDue(NOW + 1, WALL);
    const lost = [fired[0]!, fired.at(-1)!];
    timers.looked({ timers: lost, isGlance: true }, lost, WALL + 999);
    expect(timers.nextLook(NOW + 1, WALL + 1_000)).toEqual(all(fired));
    timers.looked(all(fired), lost, WALL + 1_000);
    expect(timers.takeDue(NOW + 1, WALL + 1_000)).toHaveLength(MAX_UNAPPLIED - 2);
  });

  it('is read page by page, and the due time at the end of a full page is read again', () => {
    const table = new Set([...storm, at(1, PAGE)]);
    const timers = given(storm);
    const fired: DueTimer[] = [];
    for (let due = timers.takeDue(NOW + 1, WALL); due.length > 0; due = timers.takeDue(NOW + 1, WALL)) {
      fired.push(...due);
      for (const timer of due) table.delete(timer);
      timers.looked(all(due), [], WALL);
      if (timers.needsReading(NOW + 1)) timers.read([...table].slice(0, PAGE), NOW + NEAR_MS);
    }
    expect(table.size).toBe(0);
    expect(new Set(fired).size).toBe(PAGE + 1);
    expect(fired).toHaveLength(PAGE + 1);
  });

  it('of announcements during a query loses none: a timer that is not held is read again before it is due', () => {
    const timers = given([]);
    timers.beginReading(NOW + 2 * NEAR_MS);
    const announced = Array.from({ length: 2 * PAGE + 1 }, (_, index) => at(10_000 + index, index));
    for (const timer of announced) timers.announce(timer);
    timers.read([], NOW + 2 * NEAR_MS);
    const table = new Set(announced);
    const fired = new Set<DueTimer>();
    const now = NOW + 10_000 + announced.length;
    for (let wall = WALL; table.size > 0 && wall < WALL + NEAR_MS / 2; wall += 15) {
      const due = timers.takeDue(now, wall);
      for (const timer of due) fired.add(timer);
      for (const timer of due) table.delete(timer);
      timers.looked(all(due), [], wall);
      if (timers.needsReading(now)) timers.read([...table].slice(0, PAGE), now + NEAR_MS);
    }
    expect(fired.size).toBe(announced.length);
  });

  it('of announcements costs only the memory of the nearest timers', () => {
    const timers = given([]);
    for (let index = 0; index < 100_000; index += 1) timers.announce(at(59_999 - (index % 50_000), index));
    expect(timers.needsReading(NOW)).toBe(false);
    let held = 0;
    for (let due = timers.takeDue(NOW + NEAR_MS, WALL); due.length > 0;) {
      held += due.length;
      timers.looked(all(due), [], WALL);
      due = timers.takeDue(NOW + NEAR_MS, WALL);
    }
    expect(held).toBeLessThanOrEqual(2 * PAGE);
    expect(timers.needsReading(NOW + NEAR_MS)).toBe(true);
  });
});

describe('a fired timer', () => {
  it('is looked up after a second, and forgotten when its row is gone', () => {
    const timers = given([at(0)]);
    const fired = timers.takeDue(NOW, WALL);
    expect(timers.nextLook(NOW, WALL + 999)).toBeUndefined();
    expect(timers.nextLook(NOW, WALL + 1_000)).toEqual(all(fired));
    expect(timers.looked(all(fired), [], WALL + 1_000)).toEqual([]);
    expect(timers.nextLook(NOW, WALL + 60_000)).toBeUndefined();
  });

  it('is fired again after half a minute, then after twice as long, and not when its row is merely read again', () => {
    const timers = given([at(0)]);
    const fired = timers.takeDue(NOW, WALL);
    timers.read(fired, NOW + NEAR_MS);
    expect(timers.takeDue(NOW, WALL)).toEqual([]);
    expect(timers.looked(all(fired), fired, WALL + 29_999)).toEqual([]);
    expect(timers.looked(all(fired), fired, WALL + 30_000)).toEqual(fired);
    expect(timers.looked(all(fired), fired, WALL + 89_999)).toEqual([]);
    expect(timers.looked(all(fired), fired, WALL + 90_000)).toEqual(fired);
  });

  it('is fired once an hour if the ledger does not apply it for days', () => {
    const timers = given([at(0)]);
    const fired = timers.takeDue(NOW, WALL);
    const againMs: number[] = [];
    for (let wall = WALL; wall < WALL + 24 * HOUR_MS; wall += 1_000) {
      if (timers.looked(all(fired), fired, wall).length > 0) againMs.push(wall);
    }
    const waits = againMs.slice(1).map((ms, index) => ms - againMs[index]!);
    expect(waits.slice(0, 2)).toEqual([60_000, 120_000]);
    expect(waits.at(-1)).toBe(HOUR_MS);
  });

  it('is not fired again when its partition is assigned to this process again, but others are fired', () => {
    const timers = given([at(0), at(100)]);
    const fired = timers.takeDue(NOW, WALL);
    const again = timers.reopened();
    expect(again.isRead).toBe(false);
    again.read([at(0), at(100)], NOW + NEAR_MS);
    expect(again.takeDue(NOW + 100, WALL + 5_000)).toEqual([at(100)]);
    expect(again.looked(all(fired), fired, WALL + 30_000)).toEqual(fired);
  });

  it('is fired after the next assignment if its command could not be written', () => {
    const timers = given([at(0)]);
    const fired = timers.takeDue(NOW, WALL);
    const again = timers.reopened();
    again.putBack(fired);
    expect(again.takeDue(NOW, WALL)).toEqual(fired);
  });

  it('is forgotten only if the look asked about it, not if it was fired meanwhile', () => {
    const timers = given([at(0, 1), at(5, 2)]);
    const asked = timers.takeDue(NOW, WALL);
    timers.takeDue(NOW + 5, WALL);
    timers.looked(all(asked), [], WALL + 1_000);
    expect(timers.nextLook(NOW, WALL + 2_000)).toEqual(all([at(5, 2)]));
  });
});

function given(rows: readonly DueTimer[]): NearTimers {
  const timers = new NearTimers();
  timers.read(rows, NOW + NEAR_MS);
  return timers;
}

function all(timers: readonly DueTimer[]): Look {
  return { timers, isGlance: false };
}

function at(afterMs: number, subject = 0): DueTimer {
  return { businessId: 'biz', subjectId: `snd_${subject}`, kind: 'send', dueAtMs: NOW + afterMs };
}
