import type { Route } from '../../shared/http/route';
import { asset } from '../../shared/pages/asset';
import { demoPush, type DemoAccess } from './demo-push';
import { lean, leanStyle } from '../../shared/pages/lean';
import { SCRIPTS } from './scripts';
import { ICON } from './shell/icons';
import { shell } from './shell/shell';
import { STYLE } from './style/style';

/** The page for newcomers: all mailboxes and phones, live. It uses the calls of `/sim`. */
export function simulatorPageRoutes(demo: DemoAccess, onPushed?: (email: string) => void): Route[] {
  const docsUrl = new URL('/docs', demo.ingressUrl);
  return [
    asset('/', 'text/html; charset=utf-8', lean(shell(docsUrl)), HEADERS),
    asset('/page/icon.svg', 'image/svg+xml', ICON, HEADERS),
    asset('/page/style.css', 'text/css; charset=utf-8', leanStyle(STYLE), HEADERS),
    ...Object.entries(SCRIPTS).map(([name, text]) =>
      asset(`/page/${name}`, 'text/javascript; charset=utf-8', lean(text), HEADERS),
    ),
    { method: 'POST', path: '/sim/push', handle: demoPush(demo, onPushed) },
  ];
}

/**
 * The page shows what strangers wrote. So only our own script runs and connects to no other host, and the browser
 * interprets text as HTML only through the one policy that fills the frame of an email. That frame is sandboxed and
 * inherits these rules: inline styles are allowed, because all emails have them, but a remote picture stays blank,
 * because loading it would report to its sender that the email was read.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types sandboxed-email',
].join('; ');

const HEADERS = { 'Content-Security-Policy': POLICY };
