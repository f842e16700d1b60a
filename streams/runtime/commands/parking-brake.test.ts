import fc from 'fast-check';
import { MOST_PARKED_IN_A_ROW, ParkingBrake } from './parking-brake';

function given() {
  const changes: (number | undefined)[] = [];
  return { brake: new ParkingBrake((pauseMs) => changes.push(pauseMs)), changes };
}

/** Parks as many commands as it takes to put the brake on. */
function parkTooMany(brake: ParkingBrake, nowMs: number): void {
  for (let count = 0; count < MOST_PARKED_IN_A_ROW; count += 1) brake.letsPark(nowMs);
}

test('commands that are parked between others that are applied do not put the brake on', () => {
  const { brake, changes } = given();
  for (let round = 0; round < 50; round += 1) {
    for (let count = 1; count < MOST_PARKED_IN_A_ROW; count += 1) expect(brake.letsPark(0)).toBe(true);
    brake.applied();
  }
  expect([brake.isOn, changes]).toEqual([false, []]);
});

test('five parked in a row put it on, with an alarm, and one more is parked after each pause, which doubles', () => {
  const { brake, changes } = given();
  parkTooMany(brake, 0);
  expect([brake.isOn, brake.letsPark(29_999)]).toEqual([true, false]);
  expect([brake.letsPark(30_000), brake.letsPark(30_000), brake.letsPark(89_999)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(brake.letsPark(90_000)).toBe(true);
  expect(changes).toEqual([30_000, 60_000, 120_000]);
});

test('the first command that is applied releases it', () => {
  const { brake, changes } = given();
  parkTooMany(brake, 0);
  brake.applied();
  expect([brake.isOn, brake.letsPark(1), changes]).toEqual([false, true, [30_000, undefined]]);
});

test('while no command is applied, no more are parked in a day than its pauses allow', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 600_000 }), { maxLength: 500 }), (waits) => {
      const { brake } = given();
      let nowMs = 0;
      let parked = 0;
      for (const waitMs of waits) {
        nowMs += waitMs;
        if (brake.letsPark(nowMs)) parked += 1;
      }
      expect(parked).toBeLessThanOrEqual(MOST_PARKED_IN_A_ROW + 6 + nowMs / 600_000);
    }),
  );
});
