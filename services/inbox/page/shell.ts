import { createHash } from 'node:crypto';
import { html, nothing, Markup } from '../../shared/http/markup';
import type { HttpReply } from '../../shared/http/reply';
import { SCRIPT } from './script';
import { STYLE } from './style';

/** What one page of the inbox consists of. */
export interface Page {
  readonly title: string;
  readonly main: Markup;
  /** Whether the page has the script that counts what was seen. */
  readonly counting?: boolean;
}

/** Style and script are part of the page, so that a phone waits for one answer and not for three (INBOX-19). */
export function pageReply(status: number, { title, main, counting = false }: Page): HttpReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${INLINE_STYLE}
      </head>
      <body>
        <main>${main}</main>
        ${counting ? INLINE_SCRIPT : nothing}
      </body>
    </html> `;
  return { status, body: page.text, headers: HEADERS };
}

const INLINE_STYLE = new Markup(`<style>${STYLE}</style>`);
const INLINE_SCRIPT = new Markup(`<script>${SCRIPT}</script>`);

/**
 * The link is the key to the inbox, so it must not leak by a referrer, a cache, a frame or a search engine (INBOX-18).
 * Hashes name the only script and style that the browser accepts, so nothing in a message can ever run.
 */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src '${hashOf(SCRIPT)}'`,
    `style-src '${hashOf(STYLE)}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
};

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
