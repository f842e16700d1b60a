import type { HttpReply } from '../http/reply';
import type { Route } from '../http/route';

/** What a page consists of. Made once: none of it depends on who asks. */
export function asset(
  path: string,
  contentType: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Route {
  const reply: HttpReply = { status: 200, body, headers: { 'Content-Type': contentType, ...headers } };
  return { method: 'GET', path, handle: async () => reply };
}
