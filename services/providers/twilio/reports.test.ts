import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { readTwilioInbound, readTwilioReports, signedText, verifyTwilioRequest } from './reports';

const businessId = 'biz_01arz3ndektsv4rrffq69g5fav';
const sendId = 'snd_01arz3ndektsv4rrffq69g5fav';
const ids = new URLSearchParams({ business_id: businessId, send_id: sendId });

describe("Twilio's signature", () => {
  // The example of Twilio's own documentation.
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const body = form({
    To: '+18005551212',
    Digits: '1234',
    CallSid: 'CA1234567890ABCDE',
    From: '+14158675309',
    Caller: '+14158675309',
  });
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';

  it('is accepted', () => {
    expect(verifyTwilioRequest({ signature, url, body }, '12345')).toBe(true);
  });

  it.each([
    ['another token', { signature, url, body }, '12346'],
    ['another address', { signature, url: `${url}&x`, body }, '12345'],
    ['another body', { signature, url, body: Buffer.concat([body, Buffer.from('&X=1')]) }, '12345'],
    ['no signature', { signature: undefined, url, body }, '12345'],
    ['an empty signature', { signature: '', url, body }, '12345'],
    ['half a signature', { signature: signature.slice(0, 14), url, body }, '12345'],
  ])('is refused with %s', (_what, request, token) => {
    expect(verifyTwilioRequest(request, token)).toBe(false);
  });

  it('sorts fields by name, and counts a repeated value of a name once', () => {
    const address = 'https://a.example/sms/inbound';
    const signed = createHmac('sha1', 't').update(`${address}A1A2Bxa0`).digest('base64');
    const sent = Buffer.from('a=0&A=2&B=x&A=1&A=2');
    expect(verifyTwilioRequest({ signature: signed, url: address, body: sent }, 't')).toBe(true);
  });
});

describe('the fields of a forged form', () => {
  /** Counts how often a field is read. */
  function countedFields(length: number) {
    const visits = { count: 0 };
    const fields = {
      *[Symbol.iterator]() {
        for (let at = 0; at < length; at += 1) {
          visits.count += 1;
          yield [`f${at % 150}`, String(at)] as const;
        }
      },
    };
    return { visits, fields };
  }

  it('are visited once each', () => {
    const { visits, fields } = countedFields(200);
    expect(signedText('https://a.example', fields)).toMatch(/^https:\/\/a.example/);
    expect(visits.count).toBe(200);
  });

  it('are not visited beyond the limit, and yield no text to sign', () => {
    const { visits, fields } = countedFields(16_000);
    expect([signedText('https://a.example', fields), visits.count]).toEqual([null, 201]);
  });

  it('yield the same text as a form that is read as a whole', () => {
    const part = fc.string({
      maxLength: 4,
      unit: fc.constantFrom('a', 'B', '=', '&', '?', '%', '2', '+', 'é'),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const sent = `x&${parts.join('&')}`;
        const all = new Set([...new URLSearchParams(sent)].map((field) => JSON.stringify(field)));
        const sorted = [...all].map((field) => JSON.parse(field) as [string, string]).sort(byNameAndValue);
        const signed = createHmac('sha1', 't').update(`https://a.example${sorted.flat().join('')}`);
        const request = {
          signature: signed.digest('base64'),
          url: 'https://a.example',
          body: Buffer.from(sent),
        };
        expect(verifyTwilioRequest(request, 't')).toBe(true);
      }),
    );
  });
});

function byNameAndValue([name, value]: [string, string], [other, otherValue]: [string, string]): number {
  if (name !== other) return name < other ? -1 : 1;
  return value < otherValue ? -1 : 1;
}

describe('a status of Twilio', () => {
  it.each([
    ['sent', null, 'sent', null],
    ['delivered', null, 'delivered', null],
    ['undelivered', '30003', 'failed', 'code 30003'],
    ['failed', '30007', 'failed', 'code 30007'],
    ['canceled', null, 'failed', null],
  ])('%s (%s) is read as %s (PROV-11)', (MessageStatus, ErrorCode, status, detail) => {
    const body = form({
      MessageSid: 'SM1',
      MessageStatus,
      To: '+4915112345678',
      ...(ErrorCode && { ErrorCode }),
    });
    expect(readTwilioReports(body, ids)).toEqual([
      { channel: 'sms', businessId, sendId, providerId: 'SM1', status, at: null, detail },
    ]);
  });

  it.each(['queued', 'accepted', 'sending', 'scheduled', 'something new', ''])(
    '%s reports nothing',
    (MessageStatus) => {
      expect(readTwilioReports(form({ MessageSid: 'SM1', MessageStatus }), ids)).toEqual([]);
    },
  );

  it('has no ids if those in the URL are not ours', () => {
    const query = new URLSearchParams({ business_id: 'biz_x', send_id: businessId });
    const [report] = readTwilioReports(form({ MessageSid: 'SM1', MessageStatus: 'sent' }), query);
    expect(report).toMatchObject({ businessId: null, sendId: null });
  });

  it('has no words of Twilio in its detail (PROV-16)', () => {
    const body = form({ MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: 'to +4915112345678' });
    expect(readTwilioReports(body, ids)).toMatchObject([{ detail: null }]);
  });
});

describe('a text that a person sent', () => {
  it('is read as it was written', () => {
    const body = form({
      MessageSid: 'SM1',
      From: '+4915112345678',
      To: '+4915700000000',
      Body: ' Stop! 🙂 ',
    });
    expect(readTwilioInbound(body)).toEqual({
      channel: 'sms',
      from: '+4915112345678',
      to: '+4915700000000',
      text: ' Stop! 🙂 ',
      providerId: 'SM1',
      quotes: null,
      at: null,
    });
  });

  it.each([
    ['a name instead of a number', { From: 'INFO', Body: 'x', MessageSid: 'SM1' }],
    ['another channel', { From: 'whatsapp:+4915112345678', Body: 'x', MessageSid: 'SM1' }],
    ['no body', { From: '+4915112345678', MessageSid: 'SM1' }],
    ['no id', { From: '+4915112345678', Body: 'x' }],
  ])('is ignored with %s', (_what, fields) => {
    expect(readTwilioInbound(form(fields))).toBeNull();
  });

  it('is not found in arbitrary bytes, and neither is a report', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(readTwilioInbound(Buffer.from(bytes))).toBeNull();
        expect(readTwilioReports(Buffer.from(bytes), ids)).toEqual([]);
      }),
    );
  });
});

function form(fields: Record<string, string>): Buffer {
  return Buffer.from(new URLSearchParams(fields).toString());
}
