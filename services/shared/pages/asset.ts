import type { HttpReply } from '../http/reply';
import type { Route } from '../http/route';

/** A route for a part of a page. The reply is made once, because it is the same for every caller. */
export function asset(
  path: string,
  contentType: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Route {
  const reply: HttpReply = { status: 200, body, headers: { 'Content-Type': contentType, ...headers } };
  return { method: 'GET', path, handle: async () => reply };
}
