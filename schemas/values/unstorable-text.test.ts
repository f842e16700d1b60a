import { unstorableTexts } from './unstorable-text';

test('a text that cannot be stored is located, in values and in field names (ERR-6)', () => {
  const value = { note: { lines: ['fine', 'a\0b'] }, 'x\uD800': 1 };
  expect(unstorableTexts(value, ['body'], 100).map(({ loc }) => loc)).toEqual([
    ['body', 'note', 'lines', 1],
    ['body', 'x\uD800'],
  ]);
});

test('reports no more faults than the limit', () => {
  expect(unstorableTexts(Array<string>(1_000).fill('\0'), ['body'], 100)).toHaveLength(100);
});

test('long and deeply nested field names do not make the response long', () => {
  const deep = (levels: number): object | string[] =>
    levels === 0 ? Array<string>(100).fill('\0') : { ['A'.repeat(10_000)]: deep(levels - 1) };
  const faults = unstorableTexts(deep(60) as never, ['body'], 100);
  expect(faults).toHaveLength(100);
  expect(faults[0]!.loc.slice(0, 2)).toEqual(['body', `${'A'.repeat(60)}…`]);
  expect(faults[0]!.loc.at(-1)).toBe('…');
  expect(JSON.stringify(faults).length).toBeLessThan(80_000);
});
