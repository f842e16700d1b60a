import { firstThatFits, fitsOneSegment } from './sms-segment';

describe('one segment (CHAN-17)', () => {
  it.each([
    ['160 characters of the GSM alphabet', 'a'.repeat(160), true],
    ['one more', 'a'.repeat(161), false],
    ['accents that the alphabet has', 'èéùìòÇØøÅåÆæßÉÄÖÑÜ§¿äöñüà'.padEnd(160, '@'), true],
    ['80 characters that take an escape', '€'.repeat(80), true],
    ['one more of them', '€'.repeat(80) + 'a', false],
    ['70 characters of any other script', 'ж'.repeat(70), true],
    ['71 of them', 'ж'.repeat(71), false],
    ['70 with a single one outside the alphabet', 'a'.repeat(69) + 'ç', true],
    ['71 with a single one outside the alphabet', 'a'.repeat(70) + 'ç', false],
    ['35 emojis, which take two units each', '🎉'.repeat(35), true],
    ['36 emojis', '🎉'.repeat(36), false],
  ])('holds %s: %#', (_what, text, fits) => {
    expect(fitsOneSegment(text)).toBe(fits);
  });

  it('takes the fullest text that fits, and the shortest if none does', () => {
    const long = 'a'.repeat(161);
    expect(firstThatFits([long, 'first', 'second'], 'barest')).toBe('first');
    expect(firstThatFits([long], 'barest')).toBe('barest');
  });
});
