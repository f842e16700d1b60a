import fc from 'fast-check';
import { parseJsonBody } from './json-body';

describe('a body that is not JSON', () => {
  it('has one fault for the whole body', () => {
    expect(parseJsonBody(Buffer.from('{"a":'))).toMatchObject({
      outcome: 'fault',
      fault: { type: 'json_invalid', loc: ['body'] },
      unstorable: false,
    });
  });

  it.each([
    ['NUL', Buffer.from('{"a":"\0"}')],
    ['half a surrogate pair', Buffer.from('{"a":"\xED\xA0\x80"}', 'latin1')],
  ])(
    'leaves its key unspent if it holds %s, so that it can be sent again without it (IDEM-9)',
    (_what, bytes) => {
      expect(parseJsonBody(bytes)).toMatchObject({ fault: { type: 'json_invalid' }, unstorable: true });
    },
  );
});

describe('the bounds of a body (ERR-5)', () => {
  const nested = (levels: number): string => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  const wide = (values: number): string => `{"x":[${Array<number>(values).fill(1).join(',')}]}`;

  it.each([
    ['64 levels', nested(64), 'object'],
    ['65 levels', nested(65), 'fault'],
    ['two million brackets', '['.repeat(2_000_000), 'fault'],
    ['40,000 values', wide(40_000), 'object'],
    ['60,000 values', wide(60_000), 'fault'],
    [
      'brackets and commas in texts',
      JSON.stringify({ [',"[{'.repeat(20_000)]: '\\",[{'.repeat(20_000) }),
      'object',
    ],
  ])('%s', (_what, text, outcome) => {
    const body = parseJsonBody(Buffer.from(text));
    expect(body.outcome).toBe(outcome);
    if (body.outcome === 'fault') expect(body.fault).toMatchObject({ type: 'json_invalid', loc: ['body'] });
  });

  it('refuse no ordinary body', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(parseJsonBody(Buffer.from(JSON.stringify(value))).outcome).toBe('object');
      }),
    );
  });
});
