import fc from 'fast-check';
import { EarnedSlots, paceOf, type Pace } from './earned-slots';

const MOST = 24;
const MINUTE = 60_000;

describe('the slots that an endpoint earns (HOOK-15)', () => {
  it.each<[string, Pace, boolean, number]>([
    ['one more with a quick answer while more waits', 'quick', true, 11],
    ['as many as before with a quick answer if nothing waits', 'quick', false, 10],
    ['one fewer with an answer that took its time', 'fair', true, 9],
    ['half with a failure or a slow answer', 'bad', true, 5],
  ])('are %s', (_what, pace, isMoreWaiting, expected) => {
    const earned = given('we', 10);
    earned.learn('we', { pace, isMoreWaiting, wallMs: 0 });
    expect(earned.of('we', 0)).toBe(expected);
  });

  it('are forgotten when the endpoint has not answered for a minute', () => {
    const earned = given('we', 10);
    expect([earned.of('we', MINUTE), earned.of('we', MINUTE + 1)]).toEqual([10, 0]);
    earned.learn('we', { pace: 'quick', isMoreWaiting: true, wallMs: MINUTE + 1 });
    expect(earned.of('we', MINUTE + 1)).toBe(1);
  });

  it('are counted for each endpoint, from zero to the most, and fall to zero after failures alone', () => {
    const pace = fc.constantFrom<Pace>('quick', 'fair', 'bad');
    const answers = fc.array(fc.tuple(fc.constantFrom('we_1', 'we_2'), pace, fc.boolean()), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(answers, (history) => {
        const earned = new EarnedSlots(MOST);
        for (const [endpointId, pace, isMoreWaiting] of history) {
          const [before, other] = [earned.of(endpointId, 0), endpointId === 'we_1' ? 'we_2' : 'we_1'];
          const ofOther = earned.of(other, 0);
          earned.learn(endpointId, { pace, isMoreWaiting, wallMs: 0 });
          const after = earned.of(endpointId, 0);
          expect(earned.of(other, 0)).toBe(ofOther);
          expect(after).toBeGreaterThanOrEqual(0);
          expect(after).toBeLessThanOrEqual(Math.min(MOST, before + 1));
          if (pace === 'bad') expect(after).toBeLessThanOrEqual(before / 2);
        }
        for (let n = 0; n < 5; n += 1) {
          earned.learn('we_1', { pace: 'bad', isMoreWaiting: true, wallMs: 0 });
        }
        expect(earned.of('we_1', 0)).toBe(0);
      }),
    );
  });
});

describe('an answer', () => {
  it.each<[boolean, number, Pace]>([
    [true, 999, 'quick'],
    [true, 1_000, 'fair'],
    [true, 1_999, 'fair'],
    [true, 2_000, 'bad'],
    [false, 1, 'bad'],
  ])('(delivered: %s) after %d ms is %s', (isDelivered, durationMs, expected) => {
    expect(paceOf(isDelivered, durationMs)).toBe(expected);
  });
});

function given(endpointId: string, slots: number): EarnedSlots {
  const earned = new EarnedSlots(MOST);
  for (let n = 0; n < slots; n += 1) {
    earned.learn(endpointId, { pace: 'quick', isMoreWaiting: true, wallMs: 0 });
  }
  return earned;
}
