import { Script } from 'node:vm';
import type { HttpRequest } from '../../shared/http/route';
import { html, prose } from '../../shared/http/markup';
import { docsRoutes } from './routes';
import { OPERATIONS } from '../operations/operations';

const request: HttpRequest = {
  headers: {},
  rawParameters: {},
  rawQuery: '',
  body: Buffer.alloc(0),
  remoteAddress: '192.0.2.1',
  note: () => {},
};
const get = async (path: string) =>
  docsRoutes()
    .find((route) => route.path === path)
    ?.handle(request);

describe('the documentation', () => {
  it('is served to machines as JSON', async () => {
    const reply = await get('/openapi.json');
    expect(reply?.headers['Content-Type']).toBe('application/json');
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({ openapi: '3.1.0' });
  });

  it('shows people every operation with a form to try it', async () => {
    const page = (await get('/docs'))?.body ?? '';
    for (const { id, path, summary } of OPERATIONS) {
      expect(page).toContain(`<section id="${id}">`);
      expect(page).toContain(`data-path="${path}"`);
      expect(page).toContain(summary);
    }
    for (const name of [
      'escalate_if_unread_after_minutes',
      'wording',
      'next_cursor',
      'key_reused',
      'fallback_of',
    ]) {
      expect(page).toContain(name);
    }
  });

  it('shows the fields of the items of a batch', async () => {
    const page = (await get('/docs'))?.body ?? '';
    const batch = page.slice(
      page.indexOf('<section id="pushBatch">'),
      page.indexOf('<section id="resendSms">'),
    );
    expect(batch).toContain('array of object');
    expect(batch).toContain('sms_if_whatsapp_fails');
  });

  it('runs only its own script, and nothing inline', async () => {
    const { body = '', headers = {} } = (await get('/docs')) ?? {};
    expect(headers['Content-Security-Policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script src="/docs/script.js" defer>']);
    expect(body).not.toMatch(/<style|style="| on\w+="|https?:\/\/(?!\w*\.?example\.com)/);
    for (const [, path] of body.matchAll(/(?:src|href)="(\/[^"]*)"/g)) {
      expect(await get(path!)).toMatchObject({ status: 200 });
    }
  });

  it('has a script that parses', async () => {
    const { body = '' } = (await get('/docs/script.js')) ?? {};
    expect(() => new Script(body)).not.toThrow();
  });

  it('escapes tags in values', () => {
    expect(html`<b title="${'"><i>'}">${'<&'}</b>`.text).toBe(
      '<b title="&#34;&#62;&#60;i&#62;">&#60;&#38;</b>',
    );
    expect(prose('a `<b>` c').text).toBe('a <code>&#60;b&#62;</code> c');
  });
});
