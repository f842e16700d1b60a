import type { BusinessSettings } from '../../schemas/generated/command';
import { changed } from '../../streams/ledger/tests/fixtures/scenario';
import { parseJsonBody } from '../shared/requests/json-body';
import { readBusinessChange, readNewBusiness } from './business-settings';

const UNCHANGED = changed({});

const MODES = "Input should be 'not_enabled', 'off', 'on_request' or 'on'";
const COUNTRY = 'Value error, not a country code of ISO 3166-1 alpha-2';
const HOST = 'Value error, not a host name';
const PHONE = 'value is not a phone number in E.164';
const MOMENT = 'Input should be a valid datetime, in the format of RFC 3339';
const YEAR = 'Value error, the year must be from 1 to 9999';

describe('a change of settings', () => {
  it('accepts every setting (OPER-5)', () => {
    expect(
      change({
        name: 'Bloom & Co',
        active: false,
        sending_paused: true,
        plan: 'past_due',
        period_ends_at: '2026-03-01T00:30:00+01:00',
        email_allowance: 0,
        email_daily_cap: 0,
        recipient_daily_emails: 7,
        requests_per_second: 100_000,
        burst: 1_000_000,
        low_balance_threshold: 0,
        default_country: 'DE',
        sending_domain: 'Mail.Bloom.example',
        sms_sender: '+4915112345678',
        sms: { mode: 'on', allowed_countries: ['DE', 'XK', 'DE'] },
        whatsapp: { mode: 'on_request', forward_email: ' Ada@Bloom.example ' },
      }),
    ).toEqual({
      name: 'Bloom & Co',
      active: false,
      sending_paused: true,
      plan: 'past_due',
      period_ends_at: Date.UTC(2026, 1, 28, 23, 30),
      email_allowance: 0,
      email_daily_cap: 0,
      recipient_daily_emails: 7,
      requests_per_second: 100_000,
      burst: 1_000_000,
      low_balance_threshold: 0,
      default_country: 'DE',
      sending_domain: 'mail.bloom.example',
      sms_sender: '+4915112345678',
      sms_mode: 'on',
      sms_allowed_countries: ['DE', 'XK'],
      whatsapp_mode: 'on_request',
      whatsapp_forward_email: 'ada@bloom.example',
      cleared: [],
    });
  });

  it.each([
    [{}],
    [{ colour: 'red', sms_mode: 'on', cleared: ['name'], id: 'biz_1', balance: 7 }],
    [{ sms: {}, whatsapp: { colour: null } }],
  ])('leaves settings that it does not name as they are: %j (OPER-6)', (body) => {
    expect(change(body)).toEqual(UNCHANGED);
  });

  it('accepts a part of the settings of a channel', () => {
    expect(change({ sms: { allowed_countries: [] } })).toEqual({ ...UNCHANGED, sms_allowed_countries: [] });
    expect(change({ whatsapp: { mode: 'off' } })).toEqual({ ...UNCHANGED, whatsapp_mode: 'off' });
  });

  it('clears settings that may be null (OPER-6)', () => {
    const cleared = ['period_ends_at', 'email_allowance', 'default_country', 'sending_domain', 'sms_sender'];
    const body = Object.fromEntries(cleared.map((name) => [name, null]));
    expect(change({ ...body, whatsapp: { forward_email: null } })).toEqual({
      ...UNCHANGED,
      cleared: [...cleared, 'whatsapp_forward_email'],
    });
  });

  it.each([
    [{ name: null }, 'string_type', ['name'], 'Input should be a valid string'],
    [{ name: '\u200b ' }, 'string_too_short', ['name'], 'String should have at least 1 visible character'],
    [
      { name: 'é'.repeat(10_001) },
      'string_too_long',
      ['name'],
      'String should have at most 10000 characters',
    ],
    [{ active: null }, 'bool_type', ['active'], 'Input should be a valid boolean'],
    [{ sending_paused: 0 }, 'bool_type', ['sending_paused'], 'Input should be a valid boolean'],
    [{ plan: 'gold' }, 'enum', ['plan'], "Input should be 'active', 'past_due' or 'lapsed'"],
    [{ plan: null }, 'enum', ['plan'], "Input should be 'active', 'past_due' or 'lapsed'"],
    [{ email_allowance: -1 }, 'greater_than_equal', ['email_allowance'], atLeast(0)],
    [{ email_allowance: '5' }, 'int_type', ['email_allowance'], 'Input should be a valid integer'],
    [{ email_daily_cap: null }, 'int_type', ['email_daily_cap'], 'Input should be a valid integer'],
    [{ email_daily_cap: 1e12 }, 'less_than_equal', ['email_daily_cap'], atMost(1_000_000_000)],
    [{ requests_per_second: 0 }, 'greater_than_equal', ['requests_per_second'], atLeast(1)],
    [{ requests_per_second: 100_001 }, 'less_than_equal', ['requests_per_second'], atMost(100_000)],
    [{ burst: 0 }, 'greater_than_equal', ['burst'], atLeast(1)],
    [{ burst: 1_000_001 }, 'less_than_equal', ['burst'], atMost(1_000_000)],
    [
      { low_balance_threshold: 1.5 },
      'int_type',
      ['low_balance_threshold'],
      'Input should be a valid integer',
    ],
    [{ default_country: 'de' }, 'value_error', ['default_country'], COUNTRY],
    [{ default_country: 'EU' }, 'value_error', ['default_country'], COUNTRY],
    [{ default_country: 49 }, 'string_type', ['default_country'], 'Input should be a valid string'],
    [{ sending_domain: 'bloom' }, 'value_error', ['sending_domain'], HOST],
    [{ sending_domain: '-a.example' }, 'value_error', ['sending_domain'], HOST],
    [{ sending_domain: 'a..example' }, 'value_error', ['sending_domain'], HOST],
    [{ sending_domain: 'a.example.' }, 'value_error', ['sending_domain'], HOST],
    [{ sending_domain: '10.0.0.1' }, 'value_error', ['sending_domain'], HOST],
    [{ sending_domain: 'a.example\n' }, 'value_error', ['sending_domain'], HOST],
    [{ sending_domain: `${'a.'.repeat(126)}ab` }, 'value_error', ['sending_domain'], HOST],
    [{ sending_domain: '' }, 'value_error', ['sending_domain'], HOST],
    [{ sms_sender: '4915112345678' }, 'phone_invalid', ['sms_sender'], PHONE],
    [{ sms_sender: '+49 151 12345678' }, 'phone_invalid', ['sms_sender'], PHONE],
    [{ sms_sender: '+0123456789' }, 'phone_invalid', ['sms_sender'], PHONE],
    [{ sms_sender: '+1234567890123456' }, 'phone_invalid', ['sms_sender'], PHONE],
    [{ sms: null }, 'dict_type', ['sms'], 'Input should be a valid dictionary'],
    [{ sms: [] }, 'dict_type', ['sms'], 'Input should be a valid dictionary'],
    [{ sms: { mode: 'ON' } }, 'enum', ['sms', 'mode'], MODES],
    [{ sms: { mode: null } }, 'enum', ['sms', 'mode'], MODES],
    [
      { sms: { allowed_countries: 'DE' } },
      'list_type',
      ['sms', 'allowed_countries'],
      'Input should be a valid list',
    ],
    [
      { sms: { allowed_countries: null } },
      'list_type',
      ['sms', 'allowed_countries'],
      'Input should be a valid list',
    ],
    [{ sms: { allowed_countries: ['DE', 'XX'] } }, 'value_error', ['sms', 'allowed_countries', 1], COUNTRY],
    [{ whatsapp: 'on' }, 'dict_type', ['whatsapp'], 'Input should be a valid dictionary'],
    [
      { whatsapp: { forward_email: 'ada' } },
      'value_error',
      ['whatsapp', 'forward_email'],
      'value is not a valid email address',
    ],
    [
      { whatsapp: { forward_email: 5 } },
      'string_type',
      ['whatsapp', 'forward_email'],
      'Input should be a valid string',
    ],
  ])('refuses %j: %s', (body, type, place, msg) => {
    expect(faultsOf(body)).toEqual([{ type, loc: ['body', ...place], msg, input: valueAt(body, place) }]);
  });

  it('reports all faults at once, in the order of the fields', () => {
    const faults = faultsOf({
      note: 'a\0',
      whatsapp: { forward_email: 'ada', mode: 'x' },
      sms: { allowed_countries: ['XX', 'DE', 7], mode: 1 },
      default_country: 'de',
      burst: 0,
      plan: 'gold',
      name: '',
    });
    expect(faults.map(({ loc }) => loc.slice(1).join('.'))).toEqual([
      'name',
      'plan',
      'burst',
      'default_country',
      'sms.mode',
      'sms.allowed_countries.0',
      'sms.allowed_countries.2',
      'whatsapp.mode',
      'whatsapp.forward_email',
      'note',
    ]);
  });

  it('reports nothing but the fault if a text cannot be stored', () => {
    expect(faultsOf({ sms: { mode: 'a\0' } })).toEqual([
      {
        type: 'value_error',
        loc: ['body', 'sms', 'mode'],
        msg: 'Value error, text must not contain a NUL character',
        input: 'a\0',
      },
    ]);
    expect(faultsOf({ sending_domain: '\ud800' })).toHaveLength(1);
  });
});

describe('the end of a period', () => {
  it.each([
    ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01t00:00:00.123456z', '2026-03-01T00:00:00.123Z'],
    ['2026-03-01T12:00:00-05:30', '2026-03-01T17:30:00.000Z'],
    ['2024-02-29T23:59:59+00:00', '2024-02-29T23:59:59.000Z'],
  ])('may be written %s', (period_ends_at, moment) => {
    expect(change({ period_ends_at }).period_ends_at).toBe(Date.parse(moment));
  });

  it.each([
    ['2026-03-01T00:00:00', 'timezone_aware', 'Input should have timezone info'],
    ['2026-02-29T00:00:00', 'datetime_parsing', MOMENT],
    ['2026-02-29T00:00:00Z', 'datetime_parsing', MOMENT],
    ['2026-13-01T00:00:00Z', 'datetime_parsing', MOMENT],
    ['2026-03-01T24:00:00Z', 'datetime_parsing', MOMENT],
    ['2026-03-01T00:00:00+24:00', 'datetime_parsing', MOMENT],
    ['2026-03-01T00:00Z', 'datetime_parsing', MOMENT],
    ['2026-03-01', 'datetime_parsing', MOMENT],
    ['9999-12-31T23:59:59-01:00', 'value_error', YEAR],
    ['0000-06-01T00:00:00Z', 'value_error', YEAR],
    ['tomorrow', 'datetime_parsing', MOMENT],
    ['', 'datetime_parsing', MOMENT],
    [1_790_000_000, 'datetime_parsing', MOMENT],
  ])('may not be written %j: %s', (input, type, msg) => {
    expect(faultsOf({ period_ends_at: input })).toEqual([
      { type, loc: ['body', 'period_ends_at'], msg, input },
    ]);
  });
});

describe('a new business', () => {
  it('needs a name and accepts every other setting', () => {
    const read = readNewBusiness(bodyOf({ name: '花', sms: { mode: 'on' }, default_country: null }));
    expect(read).toEqual({
      ok: true,
      settings: { ...UNCHANGED, name: '花', sms_mode: 'on', cleared: ['default_country'] },
    });
  });

  it('is refused with all its faults', () => {
    expect(readNewBusiness(bodyOf({ burst: '1' }))).toMatchObject({
      ok: false,
      faults: [
        { type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: null },
        { type: 'int_type', loc: ['body', 'burst'], input: '1' },
      ],
    });
  });

  it.each([
    ['{"name": ', 'json_invalid'],
    ['[]', 'dict_type'],
  ])('cannot be %s: %s', (text, type) => {
    expect(readNewBusiness(parseJsonBody(Buffer.from(text)))).toMatchObject({
      ok: false,
      faults: [{ type, loc: ['body'] }],
    });
  });
});

function change(body: object): BusinessSettings {
  const read = readBusinessChange(bodyOf(body));
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.settings;
}

function faultsOf(body: object) {
  const read = readBusinessChange(bodyOf(body));
  if (read.ok) throw new Error('it was accepted');
  return read.faults;
}

function bodyOf(body: object) {
  return parseJsonBody(Buffer.from(JSON.stringify(body)));
}

function valueAt(body: object, place: readonly (string | number)[]): unknown {
  return place.reduce<unknown>((value, name) => (value as Record<string | number, unknown>)[name], body);
}

function atLeast(least: number): string {
  return `Input should be greater than or equal to ${least}`;
}

function atMost(most: number): string {
  return `Input should be less than or equal to ${most}`;
}
