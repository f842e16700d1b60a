import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../shared/clock';
import { isSameSecret } from '../shared/same-secret';

/** People who signed in with the operator's token. Nothing is stored: the cookie says until when, signed. */
export interface Sessions {
  /** The `Set-Cookie` of a new session. */
  begin(headers: IncomingHttpHeaders): string;
  isOpen(headers: IncomingHttpHeaders): boolean;
}

const NAME = 'nudgeline_operator';
const LASTS_SECONDS = 12 * 60 * 60;

/** The key comes of the operator's token, so that another token ends all sessions. */
export function createSessions(operatorToken: string, clock: Clock): Sessions {
  const key = createHmac('sha256', operatorToken).update('session of the console').digest();
  const signatureOf = (expiry: string) => createHmac('sha256', key).update(expiry).digest('base64url');
  return {
    begin(headers) {
      const expiry = String(clock.now() + LASTS_SECONDS * 1_000);
      return cookie(`${expiry}.${signatureOf(expiry)}`, LASTS_SECONDS, headers);
    },
    isOpen: (headers) =>
      valuesIn(headers).some((value) => {
        const [, expiry = '', signature = ''] = /^(\d{1,16})\.([\w-]+)$/.exec(value) ?? [];
        return isSameSecret(signature, signatureOf(expiry)) && Number(expiry) > clock.now();
      }),
  };
}

/** The `Set-Cookie` that ends a session. */
export function endedSession(headers: IncomingHttpHeaders): string {
  return cookie('', 0, headers);
}

/**
 * Whether the page itself sent this and not one that a person happened to have open beside it. Browsers say so by
 * `Sec-Fetch-Site`, but only where the address is secure or of this machine; `Origin` they send with all that changes something.
 */
export function isFromThePage(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === host.toLowerCase();
}

function cookie(value: string, maxAgeSeconds: number, headers: IncomingHttpHeaders): string {
  const secure = isOpenOnlyHere(headers) ? '' : '; Secure';
  return `${NAME}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Plain HTTP on this machine, where some browsers keep no secure cookie. Everywhere else it is secure even if the proxy
 * does not say that it was asked by HTTPS: without it a session would go through the open network.
 */
function isOpenOnlyHere({ 'x-forwarded-proto': scheme, host = '' }: IncomingHttpHeaders): boolean {
  return scheme !== 'https' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host);
}

/** There may be two of one name, of two paths or domains; one that is good is enough. */
function valuesIn({ cookie: sent = '' }: IncomingHttpHeaders): string[] {
  return sent
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${NAME}=`))
    .map((pair) => pair.slice(NAME.length + 1));
}
