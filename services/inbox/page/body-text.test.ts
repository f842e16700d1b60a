import fc from 'fast-check';
import { bodyText } from './body-text';

const REL = 'dir="ltr" rel="noopener noreferrer nofollow"';
const linked = (address: string, shown = address) => `<a href="${address}" ${REL}>${shown}</a>`;

describe('links in a message (INBOX-6)', () => {
  test.each([
    ['https://shop.example/a', linked('https://shop.example/a')],
    ['See http://shop.example/a now', `See ${linked('http://shop.example/a')} now`],
    ['HTTPS://Shop.Example/A', linked('https://shop.example/A', 'HTTPS://Shop.Example/A')],
    ['https://shop.example', linked('https://shop.example/', 'https://shop.example')],
    ['a\nhttps://shop.example/a\nb', `a\n${linked('https://shop.example/a')}\nb`],
    ['https://shop.example/?a=1&b=2', linked('https://shop.example/?a=1&#38;b=2')],
    ['https://a.example/1,https', linked('https://a.example/1,https')],
    [
      'http://a.example/ and http://b.example/',
      `${linked('http://a.example/')} and ${linked('http://b.example/')}`,
    ],
    ['http://münchen.example/ü', linked('http://xn--mnchen-3ya.example/%C3%BC', 'http://münchen.example/ü')],
  ])('%j', (text, shown) => {
    expect(bodyText(text).text).toBe(shown);
  });

  test.each([
    ['https://shop.example/a.', '.'],
    ['https://shop.example/a, b', ', b'],
    ['https://shop.example/a?!', '?!'],
    ['https://shop.example/a…', '…'],
    ['https://shop.example/a: b', ': b'],
    ['(https://shop.example/a)', ')'],
    ['(https://shop.example/a).', ').'],
    ['[https://shop.example/a]', ']'],
    ["'https://shop.example/a'", '&#39;'],
    ['"https://shop.example/a"', '&#34;'],
    ['<https://shop.example/a>', '&#62;'],
    ['**https://shop.example/a**', '**'],
  ])('do not include the punctuation after the address: %j', (text, rest) => {
    const shown = bodyText(text).text;
    expect(shown).toContain(linked('https://shop.example/a'));
    expect(shown.endsWith(`</a>${rest}`)).toBe(true);
  });

  test.each(['https://shop.example/a_(b)', 'https://shop.example/(a)/[b]'])(
    'include a closing bracket that the address opened: %s',
    (address) => {
      expect(bodyText(`(${address})`).text).toBe(`(${linked(address)})`);
    },
  );

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt://shop.example/%0aalert(1)',
    'data:text/html,hello',
    'ftp://shop.example/a',
    'file:///etc/passwd',
    'mailto:ada@example.com',
    'www.shop.example',
    'shop.example/a',
    'xhttps://shop.example',
    'https://',
    'https:// shop.example',
    'http://[::1',
    'https://bank.example@elsewhere.example/',
    'https://bank.example:secret@elsewhere.example/',
    'https://\u202eelpmaxe.knab',
  ])('are made of nothing else: %j', (text) => {
    expect(bodyText(text).text).not.toContain('<a');
  });

  test('end at a character that changes the direction of writing', () => {
    const shown = bodyText('https://shop.example/\u202egro.knab').text;
    expect(shown).toBe(`${linked('https://shop.example/')}\u202egro.knab`);
  });
});

describe('the rest of a message is text (INBOX-6)', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    '</div></details><iframe src=//evil.example>',
    '<!-- --><style>*{display:none}</style>',
    '&lt;script&gt;',
    '<a href="javascript:alert(1)">a</a>',
    'https://shop.example/"onmouseover="alert(1)',
    "https://shop.example/'onmouseover='alert(1)",
    'https://shop.example/<script>alert(1)</script>',
    'https://shop.example/`${alert(1)}`',
  ])('%j adds no tag and no attribute', (text) => {
    const shown = bodyText(text).text;
    const tags = shown.match(/<[^>]*>/g) ?? [];
    for (const tag of tags) expect(tag).toMatch(/^(<a href="https:[^"<>]*" dir="ltr" rel="[a-z ]+">|<\/a>)$/);
    expect(textOf(shown)).toBe(text);
  });

  test('any text is shown as it was written, and its only tags are links to the web', () => {
    const bits = fc.constantFrom(
      'https://a.example/',
      'http://',
      '<',
      '>',
      '"',
      "'",
      '&',
      '(',
      ')',
      '.',
      ' ',
      '@',
    );
    const text = fc
      .array(fc.oneof(bits, fc.string({ unit: 'grapheme' })), { maxLength: 20 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, (written) => {
        const shown = bodyText(written).text;
        expect(textOf(shown)).toBe(written);
        const tags = shown.match(/<[^>]*>/g) ?? [];
        for (const tag of tags) {
          expect(tag).toMatch(/^(<a href="https?:[^"<>]*" dir="ltr" rel="[a-z ]+">|<\/a>)$/);
        }
      }),
      { numRuns: 500 },
    );
  });

  // A hundred times longer than a body may be, so that quadratic work would not end here.
  const LENGTH = 1_000_000;
  test.each([
    `https://a.example/${')'.repeat(LENGTH)}`,
    `https://a.example/${'.'.repeat(LENGTH)}`,
    'http://'.repeat(LENGTH / 7),
  ])('a body made to be slow is not (%#)', (text) => {
    expect(textOf(bodyText(text).text)).toHaveLength(text.length);
  });
});

/** The text that a reader sees. */
function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
}
