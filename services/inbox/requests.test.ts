import { errorReply } from '../shared/http/errors';
import { notFoundPage } from './page/notices';
import { doneReply, errorsAsPages, readSentFields } from './requests';

const request = (text: string) => ({
  headers: {},
  rawParameters: {},
  rawQuery: '',
  body: Buffer.from(text),
  remoteAddress: '192.0.2.1',
  note: () => undefined,
});
const sent = (text: string, type?: string) =>
  readSentFields({ ...request(text), headers: type === undefined ? {} : { 'content-type': type } });
const FORM = 'application/x-www-form-urlencoded';

describe('a body sent to the inbox', () => {
  it.each([
    ['a form', 'channel=sms&x=', FORM, { channel: 'sms', x: '' }],
    ['a form with a charset', 'channel=sms', `${FORM};charset=UTF-8`, { channel: 'sms' }],
    ['JSON', '{"channel":"sms"}', 'application/json', { channel: 'sms' }],
    ['JSON without a content type', '{"channel":"sms"}', undefined, { channel: 'sms' }],
    ['JSON that curl calls a form', '{"message_id":"msg_1"}', FORM, { message_id: 'msg_1' }],
    ['nothing', '', FORM, {}],
    ['nothing without a content type', '', undefined, {}],
  ])('can be %s', (_what, text, type, fields) => {
    expect(sent(text, type)).toEqual({ ok: true, fields });
  });

  it('cannot be anything else', () => {
    expect(sent('{"channel":', FORM)).toMatchObject({ ok: false, fault: { type: 'json_invalid' } });
    expect(sent('channel=sms')).toMatchObject({ ok: false, fault: { type: 'json_invalid' } });
  });
});

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('the answer to an action (INBOX-14)', () => {
  const done = (accept: string, body = '') =>
    doneReply({ ...request(body), headers: { accept } }, '/i/token');

  it('redirects a browser to a page, so that reloading the page sends nothing again', () => {
    expect(done(BROWSER, 'channel=sms')).toMatchObject({ status: 303, headers: { Location: '/i/token' } });
  });

  it.each([
    ['a program', '*/*', ''],
    [
      'one click in a mail program, even if it accepts HTML (RFC 8058)',
      BROWSER,
      'List-Unsubscribe=One-Click',
    ],
  ])('is a bare 204 for %s', (_who, accept, body) => {
    expect(done(accept, body)).toEqual({ status: 204, body: '', headers: {} });
  });
});

describe('an error (INBOX-14)', () => {
  const asked = (method: string, accept: string, error = errorReply('route.not_found')) =>
    errorsAsPages(error, { method, headers: { accept } });

  it.each([
    ['a browser that follows a link', 'GET', BROWSER],
    ['a browser that sends a form', 'POST', BROWSER],
    ['a scanner that accepts anything', 'GET', '*/*'],
    ['a preview that sends HEAD', 'HEAD', '*/*'],
  ])('is a page for %s, and a 404 is always the same page', (_who, method, accept) => {
    expect(asked(method, accept)).toEqual(notFoundPage());
    const wrongMethod = errorReply('route.method_not_allowed', { Allow: 'POST' });
    const page = asked(method, accept, wrongMethod);
    expect(page).toMatchObject({ status: 405, headers: { Allow: 'POST' } });
    expect(page.headers['Content-Type']).toBe('text/html; charset=utf-8');
  });

  it('about too many actions asks people to wait, and says how long', () => {
    const page = asked('POST', BROWSER, errorReply('request.rate_limited', { 'Retry-After': '2' }));
    expect(page).toMatchObject({ status: 429, headers: { 'Retry-After': '2' } });
    expect(page.body).toContain('One moment, please');
  });

  it.each([
    ['a program that asks for JSON', 'GET', 'application/json'],
    ['a program that sends something', 'POST', '*/*'],
  ])('stays a bare error for %s', (_who, method, accept) => {
    expect(asked(method, accept)).toEqual(errorReply('route.not_found'));
  });

  it('is not confused with a page or with a success', () => {
    const page = notFoundPage(() => 'renew');
    expect(asked('GET', BROWSER, page)).toBe(page);
    const done = { status: 204, body: '', headers: {} };
    expect(asked('POST', BROWSER, done)).toBe(done);
  });
});
