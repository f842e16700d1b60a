import type { HttpReply } from '../../shared/http/reply';
import type { Route } from '../../shared/http/route';
import { docsPage } from './page';
import { SCRIPT } from './script';
import { STYLE } from './style';
import { openApiDocument } from '../openapi/document';

/** The description of the merchant API, for machines and for people. Open to all: it holds nothing of anybody's. */
export function docsRoutes(): Route[] {
  const document = openApiDocument();
  return [
    asset('/openapi.json', 'application/json', JSON.stringify(document)),
    asset('/docs', 'text/html; charset=utf-8', docsPage(document)),
    asset('/docs/style.css', 'text/css; charset=utf-8', STYLE),
    asset('/docs/script.js', 'text/javascript; charset=utf-8', SCRIPT),
  ];
}

/** Made once: none of it depends on who asks. */
function asset(path: string, contentType: string, body: string): Route {
  const headers = { 'Content-Type': contentType, 'Content-Security-Policy': POLICY };
  const reply: HttpReply = { status: 200, body, headers };
  return { method: 'GET', path, handle: async () => reply };
}

/** An API key is typed into this page: nothing but our own script runs on it, and it talks to nobody else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
