import { parseJsonBody } from './json-body';

describe('a body that is no JSON', () => {
  it('is at fault as a whole', () => {
    expect(parseJsonBody(Buffer.from('{"a":'))).toMatchObject({
      outcome: 'fault',
      fault: { type: 'json_invalid', loc: ['body'] },
      unstorable: false,
    });
  });

  it.each([
    ['NUL', Buffer.from('{"a":"\0"}')],
    ['half a surrogate pair', Buffer.from('{"a":"\xED\xA0\x80"}', 'latin1')],
  ])('leaves its key unspent where it holds %s, to be sent again without (7, rule 2)', (_what, bytes) => {
    expect(parseJsonBody(bytes)).toMatchObject({ fault: { type: 'json_invalid' }, unstorable: true });
  });
});
