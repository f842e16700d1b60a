import { together } from './together';

test('calls of one turn are made as one, and each gets its own answer', async () => {
  const made: number[][] = [];
  const double = together((numbers: readonly number[]) => {
    made.push([...numbers]);
    return Promise.resolve(numbers.map((number) => number * 2));
  });
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(made).toEqual([[1, 2, 3], [4]]);
});

test('a flood is made in calls of bounded size', async () => {
  const sizes: number[] = [];
  const echo = together((items: readonly number[]) => {
    sizes.push(items.length);
    return Promise.resolve(items);
  });
  const items = Array.from({ length: 250 }, (_, index) => index);
  expect(await Promise.all(items.map(echo))).toEqual(items);
  expect(sizes).toEqual([100, 100, 50]);
});

test('when the call fails, all who share it learn, and the next call is a new one', async () => {
  let away = true;
  const ask = together((items: readonly string[]) =>
    away ? Promise.reject(new Error('away')) : Promise.resolve(items),
  );
  const outcomes = await Promise.allSettled([ask('a'), ask('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  away = false;
  expect(await ask('c')).toBe('c');
});
