import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { answerMetaChallenge, readMetaNotification, verifyMetaRequest } from './reports';

const businessId = 'biz_01arz3ndektsv4rrffq69g5fav';
const sendId = 'snd_01arz3ndektsv4rrffq69g5fav';
const readMetaReports = (body: Buffer) => readMetaNotification(body, '1055').reports;
const readMetaInbound = (body: Buffer) => readMetaNotification(body, '1055').inbound;
const metadata = { display_phone_number: '+49 1570 0000000', phone_number_id: '1055' };

describe("Meta's signature", () => {
  const body = Buffer.from('{"object":"whatsapp_business_account"}');
  const signature = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`;

  it('is accepted', () => {
    expect(verifyMetaRequest({ signature, body }, 'secret')).toBe(true);
  });

  it.each([
    ['another secret', { signature, body }, 'secrets'],
    ['another body', { signature, body: Buffer.from('{}') }, 'secret'],
    ['no signature', { signature: undefined, body }, 'secret'],
    ['a bare digest', { signature: signature.slice(7), body }, 'secret'],
    ['an empty signature', { signature: '', body }, 'secret'],
  ])('is refused with %s', (_what, request, secret) => {
    expect(verifyMetaRequest(request, secret)).toBe(false);
  });
});

describe("Meta's challenge (PROV-15)", () => {
  const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': 'token', 'hub.challenge': '1158201444' };

  it('is returned to a caller that knows the token', () => {
    expect(answerMetaChallenge(new URLSearchParams(asked), 'token')).toBe('1158201444');
  });

  it.each([
    ['another token', { ...asked, 'hub.verify_token': 'tokens' }],
    ['another mode', { ...asked, 'hub.mode': 'unsubscribe' }],
    ['an empty query', {}],
  ])('is not returned for %s', (_what, query) => {
    expect(answerMetaChallenge(new URLSearchParams(query), 'token')).toBeNull();
  });
});

describe('a status of Meta (PROV-11)', () => {
  const status = {
    id: 'wamid.1',
    status: 'delivered',
    timestamp: '1790000000',
    recipient_id: '4915112345678',
    biz_opaque_callback_data: `${businessId}:${sendId}`,
  };
  const report = {
    channel: 'whatsapp',
    businessId,
    sendId,
    providerId: 'wamid.1',
    status: 'delivered',
    at: 1_790_000_000_000,
    detail: null,
  };

  it.each(['sent', 'delivered', 'read', 'failed'])('%s is read', (reported) => {
    const body = notification({ statuses: [{ ...status, status: reported }] });
    expect(readMetaReports(body)).toEqual([{ ...report, status: reported }]);
  });

  it.each([
    [131_026, 'not_on_whatsapp'],
    [131_049, 'failed'],
  ])('failed with code %s is read as %s', (code, read) => {
    const errors = [{ code, title: 'to 4915112345678', error_data: { details: 'x' } }];
    const body = notification({ statuses: [{ ...status, status: 'failed', errors }] });
    expect(readMetaReports(body)).toEqual([{ ...report, status: read, detail: `code ${code}` }]);
  });

  it.each(['played', 'deleted', 'warning'])('%s reports nothing', (reported) => {
    expect(readMetaReports(notification({ statuses: [{ ...status, status: reported }] }))).toEqual([]);
  });

  it('has no ids when the data is not ours', () => {
    for (const carried of [undefined, '', 'x', `${sendId}:${businessId}`, 7]) {
      const body = notification({ statuses: [{ ...status, biz_opaque_callback_data: carried }] });
      expect(readMetaReports(body)).toEqual([{ ...report, businessId: null, sendId: null }]);
    }
  });

  it('is read even if others in the same notification cannot be', () => {
    const body = notification({ statuses: [null, 7, {}, status, { ...status, id: 5 }], messages: 'x' });
    expect(readMetaReports(body)).toEqual([report]);
    const change = { value: { metadata, statuses: [status] } };
    const changes = [change, null, change];
    const many = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ changes }, 7, { changes }],
    });
    expect(readMetaReports(Buffer.from(many))).toHaveLength(4);
  });
});

describe('a notification of Meta about another number of the app (PROV-14)', () => {
  const item = { from: '4915112345678', id: 'wamid.2', type: 'text', text: { body: 'Hello' } };
  const status = { id: 'wamid.1', status: 'read', biz_opaque_callback_data: 'order 7' };

  it.each([
    ['another id', { ...metadata, phone_number_id: '1056' }],
    ['our displayed number with another id', { ...metadata, phone_number_id: '10550' }],
    ['an id that is not text', { ...metadata, phone_number_id: 1055 }],
    ['no id', { display_phone_number: metadata.display_phone_number }],
    ['no metadata', undefined],
  ])('is dropped and counted: %s', (_what, given) => {
    const body = notification({ metadata: given, statuses: [status, status], messages: [item] });
    expect(readMetaNotification(body, '1055')).toEqual({ reports: [], inbound: [], foreign: 3 });
  });

  it('is kept if it is a status of one of our sends, because we may have sent from that number before', () => {
    const ours = { ...status, biz_opaque_callback_data: `${businessId}:${sendId}` };
    const other = { ...metadata, phone_number_id: '1056' };
    const body = notification({ metadata: other, statuses: [status, ours], messages: [item] });
    const { reports, inbound, foreign } = readMetaNotification(body, '1055');
    expect(reports).toMatchObject([{ businessId, sendId, status: 'read' }]);
    expect([inbound, foreign]).toEqual([[], 2]);
  });

  it('does not affect reports about our number in the same notification', () => {
    const changes = [
      { value: { metadata: { ...metadata, phone_number_id: '1056' }, messages: [item] } },
      { value: { metadata, messages: [item], statuses: [status] } },
    ];
    const all = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes }] });
    const { reports, inbound, foreign } = readMetaNotification(Buffer.from(all), '1055');
    expect([reports.length, inbound.length, foreign]).toEqual([1, 1, 1]);
  });
});

describe('a WhatsApp message that a person sent (PROV-17)', () => {
  const message = {
    from: '4915112345678',
    id: 'wamid.2',
    timestamp: '1790000000',
    type: 'text',
    text: { body: 'Where is it?' },
  };
  const inbound = {
    channel: 'whatsapp',
    from: '+4915112345678',
    to: '+4915700000000',
    text: 'Where is it?',
    providerId: 'wamid.2',
    quotes: null,
    at: 1_790_000_000_000,
  };

  it('is read as it was written, with the id of the message that it quotes', () => {
    const context = { from: '4915700000000', id: 'wamid.1' };
    const body = notification({ messages: [{ ...message, context }, message] });
    expect(readMetaInbound(body)).toEqual([{ ...inbound, quotes: 'wamid.1' }, inbound]);
    expect(readMetaReports(body)).toEqual([]);
  });

  it.each([
    ['button', { button: { text: 'Stop', payload: 'x' } }, 'Stop'],
    [
      'interactive',
      { interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Yes' } } },
      'Yes',
    ],
    ['interactive', { interactive: { type: 'list_reply', list_reply: { id: '1', title: 'No' } } }, 'No'],
    ['image', { image: { id: '1', caption: 'broken' } }, 'broken'],
    ['image', { image: { id: '1' } }, '[image]'],
    ['audio', { audio: { id: '1', voice: true } }, '[audio]'],
  ])('of type %s: %j is read as %s', (type, content, text) => {
    const { text: _words, ...rest } = message;
    const body = notification({ messages: [{ ...rest, type, ...content }] });
    expect(readMetaInbound(body)).toEqual([{ ...inbound, text }]);
  });

  it.each([
    ['reaction', { reaction: { message_id: 'wamid.1', emoji: '👍' } }],
    ['system', { system: { body: 'User changed their number', type: 'user_changed_number' } }],
    ['unsupported', { errors: [{ code: 131_051 }] }],
    ['text', { text: {} }],
    ['constructor', {}],
  ])('of type %s is ignored: %j', (type, content) => {
    expect(readMetaInbound(notification({ messages: [{ ...message, ...content, type }] }))).toEqual([]);
  });

  it('is not found in arbitrary bytes or JSON, and neither is a report', () => {
    const anyBody = fc.oneof(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc.json().map((json) => Buffer.from(json)),
      fc.json().map((json) => Buffer.from(`{"object":"whatsapp_business_account","entry":${json}}`)),
      fc.json().map((json) => notification(JSON.parse(json) as object)),
    );
    fc.assert(
      fc.property(anyBody, (body) => {
        expect(readMetaInbound(body)).toEqual([]);
        expect(readMetaReports(body)).toEqual([]);
      }),
    );
  });
});

function notification(value: object): Buffer {
  const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }];
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] }));
}
