import { displayedName, isDisplayableName } from './business-name-display';

describe('a business name is displayed (CHAN-16)', () => {
  it.each([
    'A',
    'Ada & Sons',
    "O'Neill, Berg + Co. (Berlin)!",
    'Acme Inc.',
    'Bücher Müller',
    'Кафе 24',
    '東京ストア',
    'x'.repeat(40),
    '𠮷'.repeat(40),
    `  ${'x'.repeat(40)}\n`,
  ])('if it reads as a name: %j', (name) => {
    expect(isDisplayableName(name)).toBe(true);
  });

  it.each([
    ['', 'it is empty'],
    ['   ', 'it is blank'],
    ['x'.repeat(41), 'it is too long'],
    ['shop.example', 'a letter follows the dot'],
    ['Shop .Berlin', 'a letter follows the dot'],
    ['Version 1.2', 'a digit follows the dot'],
    ['кафе.рф', 'a letter follows the dot'],
    ['a/b', 'it has a slash'],
    ['a@b', 'it has an at sign'],
    ['a:b', 'it has a colon'],
    ['Ada\nSons', 'it has a line break'],
    ['Ada\u00a0Sons', 'it has a no-break space'],
    ['Ada\u202eSons', 'it has a mark that turns the writing direction'],
    ['Shop 🎉', 'it has an emoji'],
    ['<b>Ada</b>', 'it has markup'],
  ])('but not %j, because %s', (name) => {
    expect(isDisplayableName(name)).toBe(false);
    expect(displayedName(name)).toBeNull();
  });

  it('without the space around it', () => {
    expect(displayedName(' Ada & Sons ')).toBe('Ada & Sons');
  });
});
