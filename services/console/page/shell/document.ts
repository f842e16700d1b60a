import { html, type Markup } from '../../../shared/http/markup';
import type { HttpReply } from '../../../shared/http/reply';

/** What one page of the console consists of. */
export interface Page {
  readonly title: string;
  readonly body: Markup;
  /** Additions to the head. */
  readonly head?: Markup;
}

export function pageReply(status: number, { title, body, head = html`` }: Page): HttpReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="/page/icon.svg" />
        <link rel="stylesheet" href="/page/style.css" />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html> `;
  return { status, body: page.text, headers: HEADERS };
}

/** Only our own script runs, it connects to no other host, and the browser never interprets text as HTML. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** With `no-referrer`, a form would be sent with `Origin: null`, and would not count as sent by the page. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'same-origin',
};
