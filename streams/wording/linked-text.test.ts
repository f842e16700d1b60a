import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { splitLinks, withoutDisguises } from './linked-text';

const linksIn = (text: string) => splitLinks(text).filter((part) => part.kind === 'link');

describe('links in a text (CHAN-19)', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['HTTP://a.example', 'HTTP://a.example'],
    ['see https://a.example/x.', 'https://a.example/x'],
    ['see https://a.example/x?a=1&b=2#c!', 'https://a.example/x?a=1&b=2#c'],
    ['(https://a.example/x)', 'https://a.example/x'],
    ['{https://a.example/x}', 'https://a.example/x'],
    ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
    ['[https://a.example/x].', 'https://a.example/x'],
    ['<https://a.example/x>', 'https://a.example/x'],
    ['"https://a.example/x"', 'https://a.example/x'],
    ['https://a.example/x\u202etxt', 'https://a.example/x'],
    ['https://a.example:8080/', 'https://a.example:8080/'],
    ['https://a.example:443/', 'https://a.example:443/'],
    ['https://münchen.example/ü', 'https://münchen.example/ü'],
    ['https://a.example/@ada', 'https://a.example/@ada'],
    ['https://[2001:db8::1]/', 'https://[2001:db8::1]/'],
  ])('are found in %j', (text, link) => {
    expect(linksIn(text).map((part) => part.text)).toEqual([link]);
  });

  it('lead to the URL that a browser reads, spelt so that all programs read the same', () => {
    expect(linksIn('HTTP://München.Example/ü')).toEqual([
      { kind: 'link', text: 'HTTP://München.Example/ü', href: 'http://xn--mnchen-3ya.example/%C3%BC' },
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'ftp://a.example/x',
    'tel:+4915112345678',
    'mailto:ada@example.com',
    'a.example/x',
    'https://',
    'https:// a.example',
    'xhttps://a.example',
  ])('are not made of %j', (text) => {
    expect(splitLinks(text)).toEqual([{ kind: 'text', text }]);
  });

  it.each([
    'https://bank.example@evil.example/',
    'https://bank.example:secret@evil.example/',
    'https://@evil.example/',
    'https://bank.example%2f@evil.example/',
    'https://bank.example\\@evil.example/',
    'https:////evil.example/',
    'https://%65vil.example/',
    'https://ｅvil.example/',
    'https://bank.example。evil.example/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://a.example:0443/',
    'https://a.example:/',
    'https://a.example:99999/',
    'https://[x',
  ])('are not made of an address that hides its host, or has none: %j', (text) => {
    expect(splitLinks(text)).toEqual([{ kind: 'disguised', text }]);
    expect(withoutDisguises(text)).toBe(text.replace('://', ': //'));
  });

  it('leave any text as it was', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(
          splitLinks(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it('lead to the host that is shown, without a user name or password, in any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { text: shown, href } of linksIn(text)) {
          const url = new URL(href);
          expect([url.username, url.password]).toEqual(['', '']);
          expect(url.protocol).toMatch(/^https?:$/);
          expect(href).not.toMatch(/[\s<>"]/);
          // As a person reads it: all up to the next slash, a user name before an @ included.
          const [authority = ''] = /(?<=^https?:\/\/)[^/?#]*/i.exec(shown) ?? [];
          const host = authority.replace(/:\d+$/, '').toLowerCase();
          expect([url.hostname, domainToUnicode(url.hostname)]).toContain(host.normalize('NFC'));
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('are all that a mail program finds, and lead to the host that is shown', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const broken = withoutDisguises(text);
        expect(splitLinks(broken).map(({ kind }) => kind)).not.toContain('disguised');
        expect(linksIn(broken)).toEqual(linksIn(text));
        expect(broken.replaceAll(': //', '://')).toBe(text.replaceAll(': //', '://'));
      }),
      { numRuns: 1_000 },
    );
  });

  it('end before closing brackets without an opening one, however many there are', () => {
    const text = `https://a.example/${')'.repeat(9_900)}`;
    expect(splitLinks(text)[0]).toMatchObject({ text: 'https://a.example/', href: 'https://a.example/' });
  });
});

const anyText = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        ...[
          'https://',
          'HTTP://',
          'a.example',
          'bank.example',
          'münchen.example',
          'ｅvil',
          '。',
          '%65',
          '%2f',
        ],
        ...['/', '//', '/x', '\\', '@', ':', ':443', ':secret@', '?', '#', ')', '(', '.', '\n', ' ', '[::1]'],
      ),
    ),
  )
  .map((pieces) => pieces.join(''));
