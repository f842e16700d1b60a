import { errorReply } from '../shared/http/errors';
import { notFoundPage } from './page/notices';
import { errorsAsPages, readSentFields } from './requests';

const sent = (text: string, type?: string) =>
  readSentFields({
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

describe('an error', () => {
  const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const asked = (method: string, accept: string, error = errorReply('route.not_found')) =>
    errorsAsPages(error, { method, headers: { accept } });

  it.each([
    ['a browser that follows a link', 'GET', BROWSER],
    ['a browser that sends a form', 'POST', BROWSER],
    ['a scanner that takes anything', 'GET', '*/*'],
    ['a preview that asks for the head', 'HEAD', '*/*'],
  ])('is a page for %s, and what is not there the same page as always', (_who, method, accept) => {
    expect(asked(method, accept)).toEqual(notFoundPage());
    const wrongMethod = errorReply('route.method_not_allowed', { Allow: 'POST' });
    const page = asked(method, accept, wrongMethod);
    expect(page).toMatchObject({ status: 405, headers: { Allow: 'POST' } });
    expect(page.headers['Content-Type']).toBe('text/html; charset=utf-8');
  });

  it.each([
    ['a program that asks for JSON', 'GET', 'application/json'],
    ['a program that sends something', 'POST', '*/*'],
  ])('stays an error for %s', (_who, method, accept) => {
    expect(asked(method, accept)).toEqual(errorReply('route.not_found'));
  });

  it('is told apart from what is a page or no error', () => {
    const page = notFoundPage(() => 'renew');
    expect(asked('GET', BROWSER, page)).toBe(page);
    const done = { status: 204, body: '', headers: {} };
    expect(asked('POST', BROWSER, done)).toBe(done);
  });
});
