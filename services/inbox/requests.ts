import type { Present } from '../shared/http/app';
import type { Fault } from '../../schemas/api/errors';
import type { HttpReply } from '../shared/http/reply';
import type { HttpRequest } from '../shared/http/route';
import { parseJsonBody } from '../shared/requests/json-body';
import { failurePage } from './page/notices';

/** The fields of a body: of a form on the page, or of JSON from the page's script or another program. */
export type SentFields =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly fault: Fault };

export function readSentFields({ headers, body }: HttpRequest): SentFields {
  if (body.length === 0) return { ok: true, fields: {} };
  if (headers['content-type']?.startsWith(FORM) === true && body[0] !== OPENING_BRACE) {
    return { ok: true, fields: Object.fromEntries(new URLSearchParams(body.toString())) };
  }
  const parsed = parseJsonBody(body);
  return parsed.outcome === 'object'
    ? { ok: true, fields: parsed.value }
    : { ok: false, fault: parsed.fault };
}

const FORM = 'application/x-www-form-urlencoded';
/** JSON that is declared as a form, which is what `curl -d` sends by default. */
const OPENING_BRACE = '{'.charCodeAt(0);

/**
 * 204, but a browser that sent a form is redirected to a page, so that reloading the page sends nothing again
 * (INBOX-14). The one-click call of a mail program (RFC 8058) must not be redirected, even if it accepts HTML.
 */
export function doneReply({ headers, body }: HttpRequest, page: string): HttpReply {
  const oneClick = body.includes('List-Unsubscribe');
  return accepts(headers, 'text/html') && !oneClick
    ? { status: 303, body: '', headers: { Location: page } }
    : NO_CONTENT;
}

const NO_CONTENT: HttpReply = { status: 204, body: '', headers: {} };

/**
 * Shows people an error as a page, at every address (INBOX-14). Programs get the error itself: those that ask for JSON,
 * and those that send something and do not accept HTML.
 */
export const errorsAsPages: Present = (reply, { method, headers }) => {
  const isBareError = reply.status >= 400 && reply.headers['Content-Type'] === 'application/json';
  const onlyLooks = method === 'GET' || method === 'HEAD';
  const readsPages = accepts(headers, 'text/html') || (onlyLooks && !accepts(headers, 'application/json'));
  return isBareError && readsPages ? failurePage(reply) : reply;
};

function accepts({ accept }: HttpRequest['headers'], type: string): boolean {
  return accept?.includes(type) === true;
}
