import { parseJsonBody } from '../shared/requests/json-body';
import { readPushRequest } from './push-request';

const valid = { recipient_email: 'ada@example.com', subject: 'Shipped', body: 'On its way.' };
const read = (body: unknown) => readPushRequest(parseJsonBody(Buffer.from(JSON.stringify(body))));
const readText = (text: string | Buffer) => readPushRequest(parseJsonBody(Buffer.from(text)));

describe('a push request', () => {
  it('is taken with the address normalised and everything else as sent', () => {
    const body = { ...valid, recipient_email: '  Ada@Example.COM ', subject: ' Shipped ', extra: { any: 1 } };
    expect(read(body)).toEqual({
      outcome: 'valid',
      push: { recipient_email: 'ada@example.com', subject: ' Shipped ', body: 'On its way.' },
    });
  });

  it('counts code points', () => {
    expect(read({ ...valid, subject: '🦊'.repeat(300), body: 'é'.repeat(10_000) }).outcome).toBe('valid');
    expect(faultsOf(read({ ...valid, subject: '🦊'.repeat(301) }))).toHaveLength(1);
  });

  it.each([
    ['subject', undefined, 'missing', 'Field required'],
    ['subject', null, 'string_type', 'Input should be a valid string'],
    ['subject', 5, 'string_type', 'Input should be a valid string'],
    ['subject', ' \u200b\n', 'string_too_short', 'String should have at least 1 visible character'],
    ['subject', 'x'.repeat(301), 'string_too_long', 'String should have at most 300 characters'],
    ['body', '', 'string_too_short', 'String should have at least 1 visible character'],
    ['body', 'x'.repeat(10_001), 'string_too_long', 'String should have at most 10000 characters'],
    ['body', 'a\0b', 'value_error', 'Value error, text must not contain a NUL character'],
    ['body', '\ud800', 'value_error', 'Value error, text must not contain an unpaired surrogate'],
    ['recipient_email', ['a@b.c'], 'string_type', 'Input should be a valid string'],
    ['recipient_email', 'nobody', 'value_error', 'value is not a valid email address'],
  ])('is refused for its %s %j: %s', (field, value, type, msg) => {
    const fault = { type, loc: ['body', field], msg, input: value ?? null };
    expect(faultsOf(read({ ...valid, [field]: value }))).toEqual([fault]);
  });

  it.each([
    'a@b',
    '@b.c',
    'a@',
    'a b@c.de',
    'a@b..c',
    'a@-b.c',
    'a@b.c,d@e.f',
    '<a@b.c>',
    'a\n@b.c',
    `${'x'.repeat(250)}@b.cd`,
  ])('takes one address only, not %j', (address) => {
    expect(read({ ...valid, recipient_email: address }).outcome).toBe('invalid');
  });

  it.each(['a.b+c@sub.example.co', "o'neil@example.com", 'müller@münchen.de'])('takes %s', (address) => {
    expect(read({ ...valid, recipient_email: address }).outcome).toBe('valid');
  });

  it('has all its faults listed, in the order of the fields', () => {
    const faults = faultsOf(read({ body: 7, extra: ['ok', 'a\0'], 'k\0': 1 }));
    expect(faults.map(({ type, loc }) => [type, ...loc])).toEqual([
      ['missing', 'body', 'recipient_email'],
      ['missing', 'body', 'subject'],
      ['string_type', 'body', 'body'],
      ['value_error', 'body', 'extra', 1],
      ['value_error', 'body', 'k\0'],
    ]);
  });

  it('spends its key, unless a text cannot be stored', () => {
    expect(read({ ...valid, subject: '' })).toMatchObject({ spendsKey: true });
    expect(read({ ...valid, subject: '', body: '\0' })).toMatchObject({ spendsKey: false });
  });

  it.each([
    ['', 'json_invalid', null],
    ['{', 'json_invalid', null],
    [Buffer.from([0x7b, 0xff, 0x7d]), 'json_invalid', null],
    ['['.repeat(500_000) + ']'.repeat(500_000), 'json_invalid', null],
    ['[1]', 'dict_type', [1]],
    ['null', 'dict_type', null],
    ['"x"', 'dict_type', 'x'],
  ])('has to be a JSON object (case %#)', (text, type, input) => {
    expect(faultsOf(readText(text))).toMatchObject([{ type, loc: ['body'], input }]);
  });

  it('may name what JavaScript gives a meaning', () => {
    expect(readText('{"__proto__":{"subject":"x"},"constructor":1,"body":"b"}')).toMatchObject({
      faults: [{ loc: ['body', 'recipient_email'] }, { loc: ['body', 'subject'] }],
    });
  });
});

function faultsOf(request: ReturnType<typeof readPushRequest>) {
  return request.outcome === 'invalid' ? request.faults : [];
}
