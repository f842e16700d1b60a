import { parseUrl } from './parse-url';

it('an address is read alike however often one has been read before', () => {
  const hosts = Array.from({ length: 20_000 }, () => parseUrl('https://münchen.example/ü')?.hostname);
  expect(new Set(hosts)).toEqual(new Set(['xn--mnchen-3ya.example']));
});

it.each(['', 'shop.example', 'https://', 'https://[x'])('%j is none', (text) => {
  expect(parseUrl(text)).toBeUndefined();
});
