import fc from 'fast-check';
import { MOST_PARKED_IN_A_ROW, ParkingBrake } from './parking-brake';

function given() {
  const changes: (number | undefined)[] = [];
  return { brake: new ParkingBrake((pauseMs) => changes.push(pauseMs)), changes };
}

/** Everything up to the one that puts the brake on. */
function parkTooMany(brake: ParkingBrake, nowMs: number): void {
  for (let count = 0; count < MOST_PARKED_IN_A_ROW; count += 1) brake.letsPark(nowMs);
}

test('commands that are put aside between others that are applied are no sign of anything', () => {
  const { brake, changes } = given();
  for (let round = 0; round < 50; round += 1) {
    for (let count = 1; count < MOST_PARKED_IN_A_ROW; count += 1) expect(brake.letsPark(0)).toBe(true);
    brake.applied();
  }
  expect([brake.isOn, changes]).toEqual([false, []]);
});

test('many in a row put it on, with an alarm, and it lets one try again after each pause, which doubles', () => {
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

test('one command that is applied releases it at once', () => {
  const { brake, changes } = given();
  parkTooMany(brake, 0);
  brake.applied();
  expect([brake.isOn, brake.letsPark(1), changes]).toEqual([false, true, [30_000, undefined]]);
});

test('without a success a day parks no more than its pauses let through', () => {
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
