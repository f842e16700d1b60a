import { shareTurns } from './shared-turns';

/** Work that is finished by hand. */
function work() {
  const turns: { asks: readonly number[]; resolve(answers: string[]): void; reject(error: Error): void }[] =
    [];
  const share = shareTurns(
    3,
    (asks: readonly number[]) =>
      new Promise<string[]>((resolve, reject) => turns.push({ asks, resolve, reject })),
  );
  const answer = async (turn: number): Promise<void> => {
    turns[turn]!.resolve(turns[turn]!.asks.map(String));
    await new Promise(setImmediate);
  };
  return { share, turns, answer };
}

test('whoever is alone goes at once', async () => {
  const { share, turns, answer } = work();
  const asked = share(1);
  expect(turns.map(({ asks }) => asks)).toEqual([[1]]);
  await answer(0);
  expect(await asked).toBe('1');
});

test('whoever comes meanwhile goes together, so many at a time, and each gets their own answer', async () => {
  const { share, turns, answer } = work();
  const asked = [1, 2, 3, 4, 5, 6, 7].map((ask) => share(ask));
  expect(turns.map(({ asks }) => asks)).toEqual([[1], [2]]);
  await answer(1);
  expect(turns[2]!.asks).toEqual([3, 4, 5]);
  await answer(0);
  await answer(2);
  expect(turns[3]!.asks).toEqual([6, 7]);
  await answer(3);
  expect(await Promise.all(asked)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
});

test('a turn that fails fails for those in it alone', async () => {
  const { share, turns, answer } = work();
  const asked = [1, 2, 3].map((ask) => share(ask));
  turns[0]!.reject(new Error('away'));
  await expect(asked[0]).rejects.toThrow('away');
  await answer(1);
  await answer(2);
  expect(await Promise.all(asked.slice(1))).toEqual(['2', '3']);
});
