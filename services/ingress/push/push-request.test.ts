import { newId } from '../../../schemas/ids';
import { PLAIN_PUSH } from '../../../streams/ledger/tests/fixtures/scenario';
import { parseJsonBody } from '../../shared/requests/json-body';
import { readPushRequest } from './push-request';

const valid = { recipient_email: 'ada@example.com', subject: 'Shipped', body: 'On its way.' };
const read = (body: unknown) => readPushRequest(parseJsonBody(Buffer.from(JSON.stringify(body))));
const readText = (text: string | Buffer) => readPushRequest(parseJsonBody(Buffer.from(text)));

const taken = { ...PLAIN_PUSH, ...valid };

describe('a push request', () => {
  it('is accepted with its address normalised and everything else as sent (MSG-2, ERR-4)', () => {
    const body = { ...valid, recipient_email: '  Ada@Example.COM ', subject: ' Shipped ', extra: { any: 1 } };
    expect(read(body)).toEqual({ ok: true, push: { ...taken, subject: ' Shipped ' } });
  });

  const id = newId('msg', 1_790_000_000_000);
  it.each([
    ['recipient_phone', '0151 2345678', '0151 2345678'],
    ['recipient_phone', '1'.repeat(50), '1'.repeat(50)],
    ['channels', [], []],
    ['channels', ['sms', 'email', 'sms', 'whatsapp'], ['sms', 'email', 'whatsapp']],
    ['whatsapp_opt_in', {}, { agreed_at: null, source: null, wording: null }],
    [
      'whatsapp_opt_in',
      { agreed_at: '2026-01-01T00:00:00Z', source: '', wording: null, other: 1 },
      { agreed_at: Date.UTC(2026, 0, 1), source: '', wording: null },
    ],
    ['sms_if_whatsapp_fails', true, true],
    ['reference', '#A-1_b./9', '#A-1_b./9'],
    ['reference', 'x'.repeat(100), 'x'.repeat(100)],
    ['reference', '', ''],
    ['order_status', 'returned', 'returned'],
    ['order_status', '🦊'.repeat(50), '🦊'.repeat(50)],
    ['kind', 'updateable', 'updateable'],
    ['notify', false, false],
    ['send_at', '2026-09-21T16:13:20+02:00', 1_790_000_000_000],
    ['escalate_if_unread_after_minutes', 5, 5],
    ['escalate_if_unread_after_minutes', 10_080, 10_080],
    ['obsoletes', [id, 'no id', id], [id]],
    ['obsoletes', Array(100).fill(id), [id]],
  ])('is accepted with the %s %j', (field, value, expected) => {
    expect(read({ ...valid, [field]: value })).toEqual({
      ok: true,
      push: { ...taken, [field]: expected },
    });
  });

  it.each([
    'recipient_phone',
    'channels',
    'whatsapp_opt_in',
    'reference',
    'order_status',
    'notify',
    'send_at',
    'escalate_if_unread_after_minutes',
  ])('may have null for %s, which means the same as leaving it out', (field) => {
    expect(read({ ...valid, [field]: null })).toEqual({ ok: true, push: taken });
  });

  it('accepts a number with a zero fraction as an integer (ERR-3)', () => {
    const body = JSON.stringify(valid).replace('}', ',"escalate_if_unread_after_minutes":5.0}');
    expect(readText(body)).toMatchObject({ push: { escalate_if_unread_after_minutes: 5 } });
  });

  it.each(['+49 151 1234\u20115678', '+49 (151) 12 34/56-78', '+49\u00A0151.12345678', '+49 ١٥١ 12345678'])(
    'turns every spelling of a number into E.164: %s',
    (recipient_phone) => {
      expect(read({ ...valid, recipient_phone })).toMatchObject({
        push: { recipient_phone: '+4915112345678' },
      });
    },
  );

  it('counts code points (LIMIT-2)', () => {
    expect(read({ ...valid, subject: '🦊'.repeat(300), body: 'é'.repeat(10_000) }).ok).toBe(true);
    expect(faultsOf(read({ ...valid, subject: '🦊'.repeat(301) }))).toHaveLength(1);
  });

  it.each([
    ['subject', undefined, 'missing', 'Field required'],
    ['subject', null, 'string_type', 'Input should be a valid string'],
    ['subject', 5, 'string_type', 'Input should be a valid string'],
    ['subject', ' \u200b\n', 'string_too_short', 'String should have at least 1 visible character'],
    ['subject', '\u034F\uFE0F\u17B4', 'string_too_short', 'String should have at least 1 visible character'],
    ['subject', 'x'.repeat(301), 'string_too_long', 'String should have at most 300 characters'],
    ['subject', ' '.repeat(301), 'string_too_long', 'String should have at most 300 characters'],
    ['body', '', 'string_too_short', 'String should have at least 1 visible character'],
    ['body', 'x'.repeat(10_001), 'string_too_long', 'String should have at most 10000 characters'],
    ['body', 'a\0b', 'value_error', 'Value error, text must not contain a NUL character'],
    ['body', '\ud800', 'value_error', 'Value error, text must not contain an unpaired surrogate'],
    ['recipient_email', ['a@b.c'], 'string_type', 'Input should be a valid string'],
    ['recipient_email', 'nobody', 'value_error', 'value is not a valid email address'],
    ['recipient_phone', 4915123, 'string_type', 'Input should be a valid string'],
    ['recipient_phone', '', 'phone_invalid', 'value is not a possible mobile number'],
    ['recipient_phone', '1'.repeat(51), 'phone_invalid', 'value is not a possible mobile number'],
    ['channels', 'sms', 'list_type', 'Input should be a valid list'],
    ['channels', { 0: 'sms' }, 'list_type', 'Input should be a valid list'],
    ['whatsapp_opt_in', true, 'dict_type', 'Input should be a valid dictionary'],
    ['whatsapp_opt_in', [], 'dict_type', 'Input should be a valid dictionary'],
    ['sms_if_whatsapp_fails', null, 'bool_type', 'Input should be a valid boolean'],
    ['sms_if_whatsapp_fails', 'true', 'bool_type', 'Input should be a valid boolean'],
    ['notify', 0, 'bool_type', 'Input should be a valid boolean'],
    ['reference', 17, 'string_type', 'Input should be a valid string'],
    ['order_status', 3, 'string_type', 'Input should be a valid string'],
    ['order_status', 'x'.repeat(51), 'string_too_long', 'String should have at most 50 characters'],
    ['kind', 'once', 'enum', "Input should be 'one_off' or 'updateable'"],
    ['kind', null, 'enum', "Input should be 'one_off' or 'updateable'"],
    [
      'send_at',
      'tomorrow',
      'datetime_parsing',
      'Input should be a valid datetime, in the format of RFC 3339',
    ],
    [
      'send_at',
      1_790_000_000,
      'datetime_parsing',
      'Input should be a valid datetime, in the format of RFC 3339',
    ],
    ['send_at', '2026-09-21T16:13:20', 'timezone_aware', 'Input should have timezone info'],
    ['escalate_if_unread_after_minutes', '5', 'int_type', 'Input should be a valid integer'],
    ['escalate_if_unread_after_minutes', 5.5, 'int_type', 'Input should be a valid integer'],
    ['escalate_if_unread_after_minutes', true, 'int_type', 'Input should be a valid integer'],
    [
      'escalate_if_unread_after_minutes',
      4,
      'greater_than_equal',
      'Input should be greater than or equal to 5',
    ],
    [
      'escalate_if_unread_after_minutes',
      10_081,
      'less_than_equal',
      'Input should be less than or equal to 10080',
    ],
    ['obsoletes', null, 'list_type', 'Input should be a valid list'],
    [
      'obsoletes',
      Array(101).fill('msg_1'),
      'too_long',
      'List should have at most 100 items after validation, not 101',
    ],
  ])('is refused because of its %s %j: %s (MSG-3, LIMIT-1)', (field, value, type, msg) => {
    const fault = { type, loc: ['body', field], msg, input: value ?? null };
    expect(faultsOf(read({ ...valid, [field]: value }))).toEqual([fault]);
  });

  it.each([
    [{ channels: ['email', 'fax', null] }, ['channels', 1], 'enum', 'fax'],
    [{ channels: ['fax', 'sms'] }, ['channels', 0], 'enum', 'fax'],
    [{ obsoletes: ['msg_1', 2] }, ['obsoletes', 1], 'string_type', 2],
    [
      { whatsapp_opt_in: { agreed_at: 'once' } },
      ['whatsapp_opt_in', 'agreed_at'],
      'datetime_parsing',
      'once',
    ],
    [
      { whatsapp_opt_in: { agreed_at: '0000-01-01T00:00:00+23:59' } },
      ['whatsapp_opt_in', 'agreed_at'],
      'value_error',
      '0000-01-01T00:00:00+23:59',
    ],
    [
      { whatsapp_opt_in: { agreed_at: '2026-01-01T00:00:00' } },
      ['whatsapp_opt_in', 'agreed_at'],
      'timezone_aware',
      '2026-01-01T00:00:00',
    ],
    [{ whatsapp_opt_in: { source: 1 } }, ['whatsapp_opt_in', 'source'], 'string_type', 1],
    [
      { whatsapp_opt_in: { source: 'x'.repeat(201) } },
      ['whatsapp_opt_in', 'source'],
      'string_too_long',
      'x'.repeat(201),
    ],
    [
      { whatsapp_opt_in: { wording: 'x'.repeat(2_001) } },
      ['whatsapp_opt_in', 'wording'],
      'string_too_long',
      'x'.repeat(2_001),
    ],
    [{ whatsapp_opt_in: { x: ['\0'] } }, ['whatsapp_opt_in', 'x', 0], 'value_error', '\0'],
  ])('gets the place of a fault within a field (case %#)', (fields, loc, type, input) => {
    const [fault] = faultsOf(read({ ...valid, ...fields }));
    expect(fault).toMatchObject({ type, loc: ['body', ...loc], input });
  });

  it.each(['A 1', 'Ä1', 'A1\n', 'x'.repeat(101)])('may not have the reference %j (MSG-4)', (reference) => {
    const msg = "String should match pattern '^[A-Za-z0-9#_./-]{0,100}$'";
    expect(faultsOf(read({ ...valid, reference }))).toEqual([
      { type: 'string_pattern_mismatch', loc: ['body', 'reference'], msg, input: reference },
    ]);
  });

  it('may name every channel', () => {
    const [fault] = faultsOf(read({ ...valid, channels: ['fax'] }));
    expect(fault?.msg).toBe("Input should be 'email', 'sms' or 'whatsapp'");
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
  ])('accepts one address only, not %j (MSG-2)', (address) => {
    expect(read({ ...valid, recipient_email: address }).ok).toBe(false);
  });

  it.each(['a.b+c@sub.example.co', "o'neil@example.com", 'müller@münchen.de'])('accepts %s', (address) => {
    expect(read({ ...valid, recipient_email: address }).ok).toBe(true);
  });

  it('gets all its faults, in the order of the fields (ERR-2)', () => {
    const faults = faultsOf(
      read({
        obsoletes: 1,
        kind: 1,
        whatsapp_opt_in: { wording: 1, source: 2 },
        body: 7,
        extra: ['ok', 'a\0'],
        'k\0': 1,
      }),
    );
    expect(faults.map(({ type, loc }) => [type, ...loc])).toEqual([
      ['missing', 'body', 'recipient_email'],
      ['missing', 'body', 'subject'],
      ['string_type', 'body', 'body'],
      ['string_type', 'body', 'whatsapp_opt_in', 'source'],
      ['string_type', 'body', 'whatsapp_opt_in', 'wording'],
      ['enum', 'body', 'kind'],
      ['list_type', 'body', 'obsoletes'],
      ['value_error', 'body', 'extra', 1],
      ['value_error', 'body', 'k\0'],
    ]);
  });

  it('gets every fault of a list of the greatest length, together with those of other fields', () => {
    const faults = faultsOf(read({ ...valid, kind: 1, obsoletes: Array(100).fill(0) }));
    expect(faults).toHaveLength(101);
  });

  it('gets a thousand faults at most, and still leaves its key unspent because of a NUL behind them (ERR-17)', () => {
    const channels = Array(20_000).fill(0);
    expect(faultsOf(read({ ...valid, channels }))).toHaveLength(1_000);
    expect(read({ ...valid, channels, extra: channels.map(() => '\0') })).toMatchObject({ spendsKey: false });
  });

  it('spends its key, unless a text cannot be stored (IDEM-8, IDEM-9)', () => {
    expect(read({ ...valid, subject: '' })).toMatchObject({ spendsKey: true });
    expect(read({ ...valid, subject: '', body: '\0' })).toMatchObject({ spendsKey: false });
    expect(readText('["a\\u0000"]')).toMatchObject({ spendsKey: false, faults: [{ loc: ['body', 0] }] });
  });

  it.each([
    ['', 'json_invalid', null],
    ['{', 'json_invalid', null],
    [Buffer.from([0x7b, 0xff, 0x7d]), 'json_invalid', null],
    ['['.repeat(500_000) + ']'.repeat(500_000), 'json_invalid', null],
    ['[1]', 'dict_type', [1]],
    ['null', 'dict_type', null],
    ['"x"', 'dict_type', 'x'],
  ])('must be a JSON object (case %#) (ERR-5)', (text, type, input) => {
    expect(faultsOf(readText(text))).toMatchObject([{ type, loc: ['body'], input }]);
  });

  it('may have field names with a meaning in JavaScript', () => {
    expect(readText('{"__proto__":{"subject":"x"},"constructor":1,"body":"b"}')).toMatchObject({
      faults: [{ loc: ['body', 'recipient_email'] }, { loc: ['body', 'subject'] }],
    });
  });
});

function faultsOf(request: ReturnType<typeof readPushRequest>) {
  return request.ok ? [] : request.faults;
}
