import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../shared/clock';
import type { SessionStore } from './session-store';

/** People who signed in with the operator's token. */
export interface Sessions {
  /** The `Set-Cookie` of a new session. */
  begin(headers: IncomingHttpHeaders): Promise<string>;
  isOpen(headers: IncomingHttpHeaders): Promise<boolean>;
  /** Ends the session on all instances, whoever else has its cookie; the `Set-Cookie` that takes it from the browser. */
  end(headers: IncomingHttpHeaders): Promise<string>;
}

const NAME = 'nudgeline_operator';
const LASTS_SECONDS = 12 * 60 * 60;

/**
 * The cookie holds a random id and nothing that was made with the token: a cookie that was would let a stranger try
 * tokens by making cookies, past the limit on wrong tokens. The hash that is stored is keyed with the token, so that
 * another token ends all sessions.
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

const MOST_IDS = 10;

/** There may be two of one name, of two paths or domains; one that is good is enough. */
function idsIn({ cookie: sent = '' }: IncomingHttpHeaders): string[] {
  return sent
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${NAME}=`))
    .map((pair) => pair.slice(NAME.length + 1))
    .filter((id) => /^[\w-]{43}$/.test(id))
    .slice(0, MOST_IDS);
}
