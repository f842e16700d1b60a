import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../shared/clock';
import type { SessionStore } from './session-store';

/** Sessions of people who signed in with the operator's token (OPER-3). */
export interface Sessions {
  /** Returns the `Set-Cookie` of a new session. */
  begin(headers: IncomingHttpHeaders): Promise<string>;
  isOpen(headers: IncomingHttpHeaders): Promise<boolean>;
  /** Ends the session on all instances and for all copies of its cookie. Returns the `Set-Cookie` that deletes it. */
  end(headers: IncomingHttpHeaders): Promise<string>;
}

const NAME = 'nudgeline_operator';
const LASTS_SECONDS = 12 * 60 * 60;

/**
 * The cookie holds a random id and nothing derived from the token. Otherwise a stranger could try tokens by forging
 * cookies, past the limit on wrong tokens. The stored hash is keyed with the token, so a new token ends all sessions.
 */
export function createSessions(operatorToken: string, clock: Clock, store: SessionStore): Sessions {
  const key = createHmac('sha256', operatorToken).update('session of the console').digest();
  const hashOf = (id: string): Buffer => createHmac('sha256', key).update(id).digest();
  const hashesIn = (headers: IncomingHttpHeaders): Buffer[] => idsIn(headers).map(hashOf);
  return {
    async begin(headers) {
      const id = randomBytes(32).toString('base64url');
      const nowMs = clock.now();
      const expiresAt = new Date(nowMs + LASTS_SECONDS * 1_000);
      await store.begin({ hash: hashOf(id), expiresAt, now: new Date(nowMs) });
      return cookie(id, LASTS_SECONDS, headers);
    },
    async isOpen(headers) {
      const hashes = hashesIn(headers);
      return hashes.length > 0 && (await store.isOpen(hashes, new Date(clock.now())));
    },
    async end(headers) {
      const hashes = hashesIn(headers);
      if (hashes.length > 0) await store.end(hashes);
      return cookie('', 0, headers);
    },
  };
}

/**
 * Whether the console's own page sent this request, and not another site in the same browser (OPER-4). Browsers send
 * `Sec-Fetch-Site` only to HTTPS and loopback addresses, but `Origin` with every request that changes something.
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
 * Whether the page is on plain HTTP at a loopback address, where some browsers store no `Secure` cookie. Elsewhere the
 * cookie is always `Secure`, even if the proxy reports no HTTPS, because it must never cross a network unencrypted.
 */
function isOpenOnlyHere({ 'x-forwarded-proto': scheme, host = '' }: IncomingHttpHeaders): boolean {
  return scheme !== 'https' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host);
}

const MOST_IDS = 10;

/** A browser may send several cookies of this name, of different paths or domains. One open session is enough. */
function idsIn({ cookie: sent = '' }: IncomingHttpHeaders): string[] {
  return sent
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${NAME}=`))
    .map((pair) => pair.slice(NAME.length + 1))
    .filter((id) => /^[\w-]{43}$/.test(id))
    .slice(0, MOST_IDS);
}
