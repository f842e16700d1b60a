import fc from 'fast-check';
import { readPostmarkReports, verifyPostmarkRequest } from './reports';

const businessId = 'biz_01arz3ndektsv4rrffq69g5fav';
const sendId = 'snd_01arz3ndektsv4rrffq69g5fav';

describe("Postmark's credentials", () => {
  const credentials = 'hook:pass:word';
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  it('are accepted', () => {
    expect(verifyPostmarkRequest(basic(credentials), credentials)).toBe(true);
    expect(verifyPostmarkRequest(basic(credentials).replace('Basic', 'basic'), credentials)).toBe(true);
  });

  it.each([
    ['nothing', undefined],
    ['another password', basic('hook:pass')],
    ['another user', basic('hoo:pass:word')],
    ['no password', basic('hook')],
    ['another scheme', `Bearer ${Buffer.from(credentials).toString('base64')}`],
    ['no encoding', `Basic ${credentials}`],
    ['an empty value', 'Basic '],
  ])('are refused with %s', (_what, authorization) => {
    expect(verifyPostmarkRequest(authorization, credentials)).toBe(false);
  });
});

describe('an event of Postmark', () => {
  const event = {
    MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
    Metadata: { 'business-id': businessId, 'send-id': sendId },
    MessageStream: 'outbound',
  };
  const report = { channel: 'email', businessId, sendId, providerId: event.MessageID, detail: null };
  const at = Date.parse('2026-10-21T07:28:00Z');

  it('reports a delivery', () => {
    const delivery = {
      ...event,
      RecordType: 'Delivery',
      Recipient: 'ada@example.com',
      DeliveredAt: '2026-10-21T07:28:00Z',
    };
    expect(readPostmarkReports(json(delivery))).toEqual([{ ...report, status: 'delivered', at }]);
  });

  it('reports a complaint', () => {
    const complaint = {
      ...event,
      RecordType: 'SpamComplaint',
      Type: 'SpamComplaint',
      BouncedAt: '2026-10-21T07:28:00Z',
    };
    expect(readPostmarkReports(json(complaint))).toEqual([
      { ...report, status: 'complained', at, detail: 'SpamComplaint' },
    ]);
  });

  it.each([
    ['HardBounce', 'bounced_hard'],
    ['BadEmailAddress', 'bounced_hard'],
    ['SoftBounce', 'bounced_soft'],
    ['Transient', 'bounced_soft'],
    ['DnsError', 'bounced_soft'],
    ['Blocked', 'bounced_soft'],
    ['DMARCPolicy', 'bounced_soft'],
    ['SomethingNew', 'bounced_soft'],
    ['SpamComplaint', 'complained'],
    ['SMTPApiError', 'failed'],
  ])('a bounce of type %s is read as %s (PROV-12)', (Type, status) => {
    const bounce = {
      ...event,
      RecordType: 'Bounce',
      Type,
      Email: 'Ada@example.com',
      Details: '550 <ada@example.com> unknown',
      BouncedAt: '2026-10-21T03:28:00.0000000-04:00',
    };
    const address =
      status === 'bounced_hard' || status === 'complained' ? { address: 'ada@example.com' } : {};
    expect(readPostmarkReports(json(bounce))).toEqual([{ ...report, status, at, detail: Type, ...address }]);
  });

  it.each(['AutoResponder', 'AddressChange', 'Subscribe', 'Unsubscribe', 'ChallengeVerification'])(
    'the automatic answer %s is not a bounce',
    (Type) => {
      expect(readPostmarkReports(json({ ...event, RecordType: 'Bounce', Type }))).toEqual([]);
    },
  );

  it.each(['Open', 'Click', 'SubscriptionChange', 'toString'])('%s reports nothing', (RecordType) => {
    expect(readPostmarkReports(json({ ...event, RecordType }))).toEqual([]);
  });

  it('has null in place of missing or unexpected values', () => {
    const bare = {
      RecordType: 'Delivery',
      Metadata: { 'business-id': 7 },
      DeliveredAt: 'soon',
      MessageID: 5,
    };
    expect(readPostmarkReports(json(bare))).toEqual([
      {
        channel: 'email',
        businessId: null,
        sendId: null,
        providerId: null,
        status: 'delivered',
        at: null,
        detail: null,
      },
    ]);
  });

  it('is not found in arbitrary bytes or JSON', () => {
    const anyBody = fc.oneof(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
    );
    fc.assert(fc.property(anyBody, (body) => readPostmarkReports(body).length === 0));
  });
});

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
