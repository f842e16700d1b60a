import { createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { readSendgridReports, verifySendgridRequest } from './reports';

const businessId = 'biz_01arz3ndektsv4rrffq69g5fav';
const sendId = 'snd_01arz3ndektsv4rrffq69g5fav';

describe("SendGrid's signature", () => {
  // An example that SendGrid publishes with its own libraries.
  const der =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==';
  const publicKey = createPublicKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'spki' });
  const genuine = {
    signature:
      'MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0=',
    timestamp: '1588788367',
    body: json({ category: 'example_payload', event: 'test_event', message_id: 'message_id' }),
  };

  it('is accepted', () => {
    expect(verifySendgridRequest(genuine, publicKey)).toBe(true);
  });

  it.each([
    ['another body', { body: Buffer.from('[]') }],
    ['another time', { timestamp: '1588788368' }],
    ['no time', { timestamp: undefined }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['nonsense', { signature: '!' }],
    ['half a signature', { signature: genuine.signature.slice(0, 40) }],
  ])('is refused with %s', (_what, changed) => {
    expect(verifySendgridRequest({ ...genuine, ...changed }, publicKey)).toBe(false);
  });
});

describe('events of SendGrid', () => {
  const event = {
    email: 'Ada@example.com',
    timestamp: 1_790_000_000,
    sg_event_id: 'x',
    sg_message_id: '14c5d75ce93.dfd.64b469',
    business_id: businessId,
    send_id: sendId,
  };
  const report = {
    channel: 'email',
    businessId,
    sendId,
    providerId: event.sg_message_id,
    at: 1_790_000_000_000,
    detail: null,
  };
  const address = 'ada@example.com';

  it.each([
    [{ event: 'delivered', response: '250 OK' }, { status: 'delivered' }],
    [{ event: 'spamreport' }, { status: 'complained', address }],
    [
      { event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 <ada@example.com> unknown' },
      { status: 'bounced_hard', detail: 'bounce 5.1.1', address },
    ],
    [
      { event: 'bounce', type: 'blocked', status: '4.7.1', reason: 'ada@example.com' },
      { status: 'bounced_soft', detail: 'blocked 4.7.1' },
    ],
    [
      { event: 'dropped', reason: 'Bounced Address' },
      { status: 'bounced_hard', detail: 'dropped', address },
    ],
    [
      { event: 'dropped', reason: 'Invalid' },
      { status: 'bounced_hard', detail: 'dropped', address },
    ],
    [
      { event: 'dropped', reason: 'Spam Reporting Address', status: 'ada@example.com' },
      { status: 'failed', detail: 'dropped' },
    ],
  ])('%j is read as %j (PROV-12)', (reported, read) => {
    expect(readSendgridReports(json([{ ...event, ...reported }]))).toEqual([{ ...report, ...read }]);
  });

  it.each(['processed', 'deferred', 'open', 'click', 'unsubscribe', 'group_unsubscribe', 'something new'])(
    '%s reports nothing',
    (reported) => {
      expect(readSendgridReports(json([{ ...event, event: reported }]))).toEqual([]);
    },
  );

  it('are read even if others in the same request cannot be', () => {
    const delivered = { ...event, event: 'delivered' };
    const strange = { event: 'delivered', business_id: 7, send_id: 'x', timestamp: 'now', sg_message_id: 1 };
    expect(readSendgridReports(json([null, 7, {}, delivered, strange, delivered]))).toEqual([
      { ...report, status: 'delivered' },
      {
        channel: 'email',
        businessId: null,
        sendId: null,
        providerId: null,
        at: null,
        detail: null,
        status: 'delivered',
      },
      { ...report, status: 'delivered' },
    ]);
  });

  it('are not found in arbitrary bytes or JSON', () => {
    const anyBody = fc.oneof(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc.json().map((text) => Buffer.from(`[${text}]`)),
    );
    fc.assert(fc.property(anyBody, (body) => readSendgridReports(body).length === 0));
  });
});

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
