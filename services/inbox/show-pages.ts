import { isId } from '../../schemas/ids';
import type { Sql } from '../../streams/runtime/database';
import type { HttpReply } from '../shared/http/reply';
import type { HttpRequest } from '../shared/http/route';
import type { OpenLink } from './links';
import { isChoice } from './page/choices';
import { inboxPage } from './page/inbox-page';
import { donePage, notFoundPage, unsubscribePage } from './page/notices';
import { readBusinessName, type ReadInbox } from './read-inbox';

/** `GET {link}`. Looking changes nothing: mail scanners follow links too. */
export function showInbox(readInbox: ReadInbox) {
  return async ({ rawQuery }: HttpRequest, link: OpenLink): Promise<HttpReply> => {
    const asked = new URLSearchParams(rawQuery).get('m');
    const unfoldedId = asked !== null && isId('msg', asked) ? asked : link.messageId;
    const inbox = await readInbox(link, unfoldedId);
    if (inbox === undefined) return notFoundPage();
    return inboxPage({ inbox, unfoldedId, action: link.action });
  };
}

/** `GET {link}/unsubscribe`. */
export function askToUnsubscribe(sql: Sql) {
  return async (_request: HttpRequest, link: OpenLink): Promise<HttpReply> => {
    const name = await readBusinessName(sql, link);
    return name === undefined ? notFoundPage() : unsubscribePage(name, link.action, inboxFrom(link));
  };
}

/** `GET {link}/done`. */
export function showDone(sql: Sql) {
  return async ({ rawQuery }: HttpRequest, link: OpenLink): Promise<HttpReply> => {
    const what = new URLSearchParams(rawQuery).get('what') ?? '';
    const name = await readBusinessName(sql, link);
    if (name === undefined || !(what === 'read' || isChoice(what))) return notFoundPage();
    return donePage(what, name, inboxFrom(link));
  };
}

/** The way from a page below the link back to it. */
function inboxFrom({ address }: OpenLink): string {
  return `../${address}`;
}
