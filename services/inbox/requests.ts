import type { Present } from '../shared/http/app';
import type { Fault } from '../../schemas/api/errors';
import type { HttpReply } from '../shared/http/reply';
import type { HttpRequest } from '../shared/http/route';
import { parseJsonBody } from '../shared/requests/json-body';
import { failurePage } from './page/notices';

/** What was sent along: by a form of the page, or as JSON by its script and by others. */
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
/** JSON that says it is a form, as curl sends it unless told otherwise. */
const OPENING_BRACE = '{'.charCodeAt(0);

/**
 * 204, as the interface says; a browser that sent a form is led to a page instead, so that reloading it sends nothing
 * again. A mail program's one-click call (RFC 8058) is no browser, whatever it accepts, and must not be redirected.
 */
export function doneReply({ headers, body }: HttpRequest, page: string): HttpReply {
  const oneClick = body.includes('List-Unsubscribe');
  return accepts(headers, 'text/html') && !oneClick
    ? { status: 303, body: '', headers: { Location: page } }
    : NO_CONTENT;
}

const NO_CONTENT: HttpReply = { status: 204, body: '', headers: {} };

/**
 * For people an error is a page too, whatever address it came from. Programs keep the error itself: those that ask for
 * JSON, and those that send something without being a browser.
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
