import fc from 'fast-check';
import { createTriesInMemory } from './tries-in-memory';
import { KNOWN_FOR_MS, OF_ONE_ADDRESS } from './try-limits';

describe('wrong tokens (OPER-2)', () => {
  it('of one address are looked at twenty times, then once in three seconds', () => {
    const { guess, passes } = given();
    expect(times(25, () => guess('a'))).toEqual([...times(20, () => 0), ...times(5, () => 3_000)]);
    passes(2_999);
    expect(guess('a')).toBe(1);
    passes(1);
    expect([guess('a'), guess('a')]).toEqual([0, 3_000]);
  });

  it('from one address lock out no other address', () => {
    const { guess, show } = given();
    times(1_000, () => guess('a'));
    expect([show('a'), show('b'), guess('b')]).toEqual([3_000, 0, 0]);
  });

  it('of many addresses are looked at a hundred times, then once a second', () => {
    const { guess, show, passes } = given();
    expect(times(150, (n) => guess(`a${n}`)).filter((wait) => wait === 0)).toHaveLength(100);
    expect(show('operator')).toBe(1_000);
    passes(1_000);
    expect([show('operator'), guess('b'), guess('c')]).toEqual([0, 0, 1_000]);
  });

  it('of many addresses do not lock out an address that recently showed the right token', () => {
    const { guess, show, passes } = given();
    expect(show('operator')).toBe(0);
    times(150, (n) => guess(`a${n}`));
    expect(show('operator')).toBe(0);
    expect(times(21, () => guess('operator'))).toEqual([...times(20, () => 0), 3_000]);
    passes(KNOWN_FOR_MS);
    times(150, (n) => guess(`b${n}`));
    expect(show('operator')).toBe(1_000);
  });

  it('that are not looked at use up no try, so the announced wait is right', () => {
    const { guess, show, passes } = given();
    times(20, () => guess('a'));
    times(100, () => {
      passes(29);
      guess('a');
    });
    passes(100);
    expect(show('a')).toBe(0);
  });

  it('are never looked at more often than the limits allow, in any history', () => {
    const tried = fc.record({ caller: fc.nat(7), isRight: fc.boolean(), after: fc.nat(2_000) });
    fc.assert(
      fc.property(fc.array(tried, { maxLength: 400 }), (history) => {
        const { guess, show, passes, elapsed } = given();
        const looked = new Map<number, number>();
        for (const { caller, isRight, after } of history) {
          passes(after);
          const wait = isRight ? show(String(caller)) : guess(String(caller));
          if (wait === 0 && !isRight) looked.set(caller, (looked.get(caller) ?? 0) + 1);
        }
        const most = OF_ONE_ADDRESS.size + elapsed() / OF_ONE_ADDRESS.refillMs;
        for (const count of looked.values()) expect(count).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('are counted for at most ten thousand addresses; the one seen longest ago is forgotten', () => {
    const { guess, show } = given();
    times(2, (n) => show(`known${n}`));
    times(9_999, (n) => show(`a${n}`));
    times(150, (n) => guess(`b${n}`));
    expect(show('known0')).toBe(1_000);
  });
});

function given() {
  let nowMs = 0;
  const tries = createTriesInMemory(() => nowMs);
  return {
    guess: (caller: string) => tries.take(caller, false),
    show: (caller: string) => tries.take(caller, true),
    passes: (ms: number) => void (nowMs += ms),
    elapsed: () => nowMs,
  };
}

function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
