import fc from 'fast-check';
import { isDisplayableReference } from './reference-display';

describe('a reference is displayed (CHAN-15)', () => {
  it.each([
    '1',
    'A',
    '#1',
    'A-17',
    '#A-17',
    '2024/0815',
    'a_b#c',
    '1.2',
    'v1.2.3',
    'A.1/b-2',
    'x'.repeat(100),
  ])('if nothing in it can become a link: %s', (reference) => {
    expect(isDisplayableReference(reference)).toBe(true);
  });

  it.each([
    ['', 'it is empty'],
    ['#', 'nothing follows the #'],
    ['##1', 'only one # may come first'],
    ['-1', 'it begins with a mark'],
    ['_1', 'it begins with a mark'],
    ['/1', 'it begins with a mark'],
    ['.1', 'it begins with a dot'],
    ['#-1', 'a mark follows the #'],
    ['shop.example/5', 'a letter follows the dot'],
    ['a.b', 'a letter follows the dot'],
    ['1.', 'nothing follows the dot'],
    ['1..2', 'a dot follows the dot'],
    ['1.-2', 'a mark follows the dot'],
    ['10.0.0.1', 'it has three dots'],
    ['A 1', 'it has a space'],
    ['A1\n', 'it has a line break'],
    ['É1', 'its letters are not ASCII'],
    ['١', 'its digits are not ASCII'],
    ['a:b', 'it has another character'],
    ['a@1', 'it has another character'],
  ])('but not %j, because %s', (reference) => {
    expect(isDisplayableReference(reference)).toBe(false);
  });

  it('exactly by these rules, for any text', () => {
    const characters = fc.constantFrom('a', 'Z', '0', '9', '#', '-', '_', '/', '.', ' ', 'é');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 8 }), (reference) => {
        const start = reference.startsWith('#') ? reference.charAt(1) : reference.charAt(0);
        const dots = Array.from(reference).flatMap((character, index) => (character === '.' ? [index] : []));
        const expected =
          /[A-Za-z0-9]/.test(start) &&
          /^[A-Za-z0-9_/#.-]*$/.test(reference) &&
          dots.length <= 2 &&
          dots.every((index) => /[0-9]/.test(reference.charAt(index + 1)));
        expect(isDisplayableReference(reference)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});
