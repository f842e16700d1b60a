import type { HttpReply } from '../../shared/http/reply';
import type { Handler, Route } from '../../shared/http/route';
import { errorReply } from '../../shared/http/errors';
import { asset } from '../../shared/pages/asset';
import { lean, leanStyle } from '../../shared/pages/lean';
import type { TokenCheck } from '../operator-token';
import { isFromThePage, type Sessions } from '../session';
import { SCRIPTS } from './scripts';
import { consolePage } from './shell/console';
import { ICON } from './shell/mark';
import { signInPage } from './shell/sign-in';
import { STYLE } from './style/style';

/** The routes of the console. It uses the operator API. Style and script hold no secret, so they need no session. */
export function consolePageRoutes(checkToken: TokenCheck, sessions: Sessions): Route[] {
  return [
    { method: 'GET', path: '/', handle: showPage(sessions) },
    { method: 'POST', path: '/session', handle: signIn(checkToken, sessions), maxBodyBytes: 16 * 1024 },
    { method: 'POST', path: '/session/end', handle: signOut(sessions), maxBodyBytes: 16 * 1024 },
    asset('/page/icon.svg', 'image/svg+xml', ICON, HEADERS),
    asset('/page/style.css', 'text/css; charset=utf-8', leanStyle(STYLE), HEADERS),
    ...Object.entries(SCRIPTS).map(([name, text]) =>
      asset(`/page/${name}`, 'text/javascript; charset=utf-8', lean(text), HEADERS),
    ),
  ];
}

function showPage(sessions: Sessions): Handler {
  return async ({ headers }) => ((await sessions.isOpen(headers)) ? consolePage() : signInPage());
}

function signIn(checkToken: TokenCheck, sessions: Sessions): Handler {
  return async (request) => {
    const given = new URLSearchParams(request.body.toString()).get('token') ?? '';
    // A copied token often has a blank or a line break at its end. The token itself contains neither.
    const verdict = await checkToken(given.trim(), request, 'page');
    return verdict.outcome === 'accepted'
      ? toThePage(await sessions.begin(request.headers))
      : signInPage(verdict);
  };
}

/** Only the page itself may sign out: another site cannot use the session, but it could end it (OPER-4). */
function signOut(sessions: Sessions): Handler {
  return async ({ headers }) =>
    isFromThePage(headers) ? toThePage(await sessions.end(headers)) : errorReply('operator.foreign_request');
}

function toThePage(cookie: string): HttpReply {
  return { status: 303, body: '', headers: { Location: '/', 'Set-Cookie': cookie } };
}

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};
