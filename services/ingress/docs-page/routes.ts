import type { Route } from '../../shared/http/route';
import { asset } from '../../shared/pages/asset';
import { docsPage } from './page';
import { SCRIPT } from './script';
import { STYLE } from './style';
import { openApiDocument } from '../openapi/document';

/** Serves the description of the merchant API for machines and for people. It needs no key, because it names nobody. */
export function docsRoutes(): Route[] {
  const document = openApiDocument();
  return [
    asset('/openapi.json', 'application/json', JSON.stringify(document), HEADERS),
    asset('/docs', 'text/html; charset=utf-8', docsPage(document), HEADERS),
    asset('/docs/style.css', 'text/css; charset=utf-8', STYLE, HEADERS),
    asset('/docs/script.js', 'text/javascript; charset=utf-8', SCRIPT, HEADERS),
  ];
}

/**
 * Readers type an API key into this page. So it runs only our own script, and that script can call only this origin.
 */
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

const HEADERS = { 'Content-Security-Policy': POLICY };
