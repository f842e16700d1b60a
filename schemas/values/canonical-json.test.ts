import fc from 'fast-check';
import { canonicalJson, type Json } from './canonical-json';

describe('canonical JSON', () => {
  it('sorts keys at every depth and leaves out white space', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'é' })).toBe('{"a":"é","b":[{"c":null,"d":1}]}');
  });

  it('is the same text for every order of the same keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value as Json))).toBe(canonicalJson(value as Json));
      }),
    );
  });

  it('distinguishes a number beyond the doubles from null', () => {
    const [most, least] = [JSON.parse('1e999') as number, JSON.parse('-1e999') as number];
    expect(canonicalJson([most, least, null])).toBe('[1e999,-1e999,null]');
  });

  it('parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

function reversed(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversed(member)] as const)
      .reverse(),
  );
}
