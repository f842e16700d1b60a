import { shareWhileBusy, shareWithinTick } from './shared-calls';

/** Calls that the test answers. */
function heldCalls() {
  const calls: { items: readonly number[]; resolve(answers: string[]): void; reject(error: Error): void }[] =
    [];
  const share = shareWhileBusy(
    { mostItems: 3, mostCalls: 2 },
    (items: readonly number[]) =>
      new Promise<string[]>((resolve, reject) => calls.push({ items, resolve, reject })),
  );
  const answer = async (call: number): Promise<void> => {
    calls[call]!.resolve(calls[call]!.items.map(String));
    await new Promise(setImmediate);
  };
  return { share, calls, answer };
}

describe('shared while busy', () => {
  test('a single item is called for at once', async () => {
    const { share, calls, answer } = heldCalls();
    const asked = share(1);
    expect(calls.map(({ items }) => items)).toEqual([[1]]);
    await answer(0);
    expect(await asked).toBe('1');
  });

  test('items that arrive during calls share the next ones, and each gets its own answer', async () => {
    const { share, calls, answer } = heldCalls();
    const asked = [1, 2, 3, 4, 5, 6, 7].map((ask) => share(ask));
    expect(calls.map(({ items }) => items)).toEqual([[1], [2]]);
    await answer(1);
    expect(calls[2]!.items).toEqual([3, 4, 5]);
    await answer(0);
    await answer(2);
    expect(calls[3]!.items).toEqual([6, 7]);
    await answer(3);
    expect(await Promise.all(asked)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  test('a call that fails fails only for its own items', async () => {
    const { share, calls, answer } = heldCalls();
    const asked = [1, 2, 3].map((ask) => share(ask));
    calls[0]!.reject(new Error('down'));
    await expect(asked[0]).rejects.toThrow('down');
    await answer(1);
    await answer(2);
    expect(await Promise.all(asked.slice(1))).toEqual(['2', '3']);
  });
});

describe('shared within a turn of the event loop', () => {
  test('all items of one turn share a call, and each gets its own answer', async () => {
    const made: number[][] = [];
    const double = shareWithinTick(100, (numbers: readonly number[]) => {
      made.push([...numbers]);
      return Promise.resolve(numbers.map((number) => number * 2));
    });
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
    expect(await double(4)).toBe(8);
    expect(made).toEqual([[1, 2, 3], [4]]);
  });

  test('many items are split into calls of bounded size', async () => {
    const sizes: number[] = [];
    const echo = shareWithinTick(100, (items: readonly number[]) => {
      sizes.push(items.length);
      return Promise.resolve(items);
    });
    const items = Array.from({ length: 250 }, (_, index) => index);
    expect(await Promise.all(items.map(echo))).toEqual(items);
    expect(sizes).toEqual([100, 100, 50]);
  });

  test('a call that fails fails for all its items, and the next call is a new one', async () => {
    let down = true;
    const ask = shareWithinTick(100, (items: readonly string[]) =>
      down ? Promise.reject(new Error('down')) : Promise.resolve(items),
    );
    const outcomes = await Promise.allSettled([ask('a'), ask('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    down = false;
    expect(await ask('c')).toBe('c');
  });
});
