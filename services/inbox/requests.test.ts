import { readSent } from './requests';

const sent = (text: string, type?: string) =>
  readSent({
    headers: type === undefined ? {} : { 'content-type': type },
    rawParameters: {},
    rawQuery: '',
    body: Buffer.from(text),
    note: () => undefined,
  });
const FORM = 'application/x-www-form-urlencoded';

describe('what is sent to the inbox', () => {
  it.each([
    ['a form', 'channel=sms&x=', FORM, { channel: 'sms', x: '' }],
    ['a form with its characters', 'channel=sms', `${FORM};charset=UTF-8`, { channel: 'sms' }],
    ['JSON', '{"channel":"sms"}', 'application/json', { channel: 'sms' }],
    ['JSON of no type', '{"channel":"sms"}', undefined, { channel: 'sms' }],
    ['JSON that curl calls a form', '{"message_id":"msg_1"}', FORM, { message_id: 'msg_1' }],
    ['nothing', '', FORM, {}],
  ])('may be %s', (_what, text, type, fields) => {
    expect(sent(text, type)).toEqual({ ok: true, fields });
  });

  it('has to be one of them', () => {
    expect(sent('{"channel":', FORM)).toMatchObject({ ok: false, fault: { type: 'json_invalid' } });
    expect(sent('channel=sms')).toMatchObject({ ok: false, fault: { type: 'json_invalid' } });
  });
});
