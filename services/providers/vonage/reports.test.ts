import fc from 'fast-check';
import { readVonageInbound, readVonageReports } from './reports';

const businessId = 'biz_01arz3ndektsv4rrffq69g5fav';
const sendId = 'snd_01arz3ndektsv4rrffq69g5fav';
const ABOUT = {
  channel: 'sms',
  message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab',
  to: '4915112345678',
  from: '4915700000000',
  timestamp: '2026-09-21T14:13:20.000Z',
};
const AT = Date.UTC(2026, 8, 21, 14, 13, 20);

describe('a status of Vonage', () => {
  const reportsIn = (fields: object) =>
    readVonageReports(json({ ...ABOUT, client_ref: `${businessId}:${sendId}`, ...fields }));

  it.each([
    ['submitted', null, 'sent', null],
    ['delivered', null, 'delivered', null],
    ['undeliverable', 'https://developer.vonage.com/api-errors/messages#1260', 'failed', 'code 1260'],
    ['rejected', 'https://developer.vonage.com/api-errors/sms#7', 'failed', 'code 7'],
    ['rejected', 'words about 4915112345678', 'failed', null],
  ])('%s (%s) is read as %s (PROV-11)', (status, type, read, detail) => {
    const error = type === null ? {} : { error: { type, title: 'No', detail: 'To 4915112345678' } };
    expect(reportsIn({ status, ...error })).toEqual([
      { channel: 'sms', businessId, sendId, providerId: ABOUT.message_uuid, status: read, at: AT, detail },
    ]);
  });

  it.each([{ status: 'read' }, { status: '' }, { status: 7 }, {}, { status: 'delivered', channel: 'viber' }])(
    '%j reports nothing',
    (fields) => {
      expect(reportsIn(fields)).toEqual([]);
    },
  );

  it.each([`${sendId}:${businessId}`, 'order-17', `${businessId}:`, undefined, 17])(
    'has no ids if the reference is not ours: %s',
    (client_ref) => {
      const [report] = reportsIn({ status: 'delivered', client_ref });
      expect(report).toMatchObject({ status: 'delivered' });
      expect([report?.businessId, report?.sendId]).toContain(null);
    },
  );

  it('has no date if the given one is invalid', () => {
    expect(reportsIn({ status: 'delivered', timestamp: 'soon' })).toMatchObject([{ at: null }]);
  });
});

describe('a text that a person sent', () => {
  const TEXT = { ...ABOUT, message_type: 'text', text: ' Stop! 🙂 ' };

  it('is read as it was written, with a plus before its numbers', () => {
    expect(readVonageInbound(json(TEXT))).toEqual([
      {
        channel: 'sms',
        from: '+4915700000000',
        to: '+4915112345678',
        text: ' Stop! 🙂 ',
        providerId: ABOUT.message_uuid,
        quotes: null,
        at: AT,
      },
    ]);
  });

  it.each([
    ['a name instead of a number', { from: 'INFO' }],
    ['another channel', { channel: 'whatsapp' }],
    ['a picture', { message_type: 'image' }],
    ['no text', { text: undefined }],
    ['no id', { message_uuid: undefined }],
  ])('is ignored with %s', (_what, fields) => {
    expect(readVonageInbound(json({ ...TEXT, ...fields }))).toEqual([]);
  });

  it('to a short code has no number that a reply could come from', () => {
    expect(readVonageInbound(json({ ...TEXT, to: '12345' }))).toMatchObject([{ to: null }]);
  });

  it('is not found in arbitrary bytes, and neither is a report', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(readVonageInbound(Buffer.from(bytes))).toEqual([]);
        expect(readVonageReports(Buffer.from(bytes))).toEqual([]);
      }),
    );
  });
});

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
