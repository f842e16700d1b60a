import fc from 'fast-check';
import { splitLinks } from './linked-text';

describe('links in a text', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['HTTP://a.example', 'HTTP://a.example'],
    ['see https://a.example/x.', 'https://a.example/x'],
    ['see https://a.example/x?a=1&b=2#c!', 'https://a.example/x?a=1&b=2#c'],
    ['(https://a.example/x)', 'https://a.example/x'],
    ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
    ['[https://a.example/x].', 'https://a.example/x'],
    ['<https://a.example/x>', 'https://a.example/x'],
    ['"https://a.example/x"', 'https://a.example/x'],
    ['https://a.example/x\u202etxt', 'https://a.example/x'],
    ['https://a.example:8080/', 'https://a.example:8080/'],
  ])('are found in %j', (text, link) => {
    expect(splitLinks(text).flatMap(({ href }) => (href === null ? [] : [href]))).toEqual([link]);
  });

  it.each([
    'javascript:alert(1)',
    'ftp://a.example/x',
    'tel:+4915112345678',
    'mailto:ada@example.com',
    'a.example/x',
    'https://',
    'https:// a.example',
    'https://[x',
    'xhttps://a.example',
  ])('are none in %j', (text) => {
    expect(splitLinks(text)).toEqual([{ text, href: null }]);
  });

  it('leave the text as it was, whatever it holds', () => {
    const anyText = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom('https://', 'a.example', '/x', ')', '(', '.', '\n', 'http://b.example'),
      ),
    );
    fc.assert(
      fc.property(anyText, (pieces) => {
        const text = pieces.join('');
        const parts = splitLinks(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.every(({ href }) => href === null || /^https?:\/\/[^\s<>"']+$/i.test(href))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('end before brackets that nothing opened, however many', () => {
    const text = `https://a.example/${')'.repeat(9_900)}`;
    expect(splitLinks(text)[0]).toEqual({ text: 'https://a.example/', href: 'https://a.example/' });
  });
});
