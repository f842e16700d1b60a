import { parseUrl } from './parse-url';

it('a URL is read the same way after 20,000 calls', () => {
  const hosts = Array.from({ length: 20_000 }, () => parseUrl('https://münchen.example/ü')?.hostname);
  expect(new Set(hosts)).toEqual(new Set(['xn--mnchen-3ya.example']));
});

it.each(['', 'shop.example', 'https://', 'https://[x'])('%j is not a URL', (text) => {
  expect(parseUrl(text)).toBeUndefined();
});
