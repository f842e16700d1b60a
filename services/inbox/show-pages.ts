import { isId } from '../../schemas/ids';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { HttpReply } from '../shared/http/reply';
import type { HttpRequest } from '../shared/http/route';
import type { OpenLink } from './links';
import { isChoice } from './page/choices';
import { inboxPage } from './page/inbox-page';
import { donePage, notFoundPage, unsubscribePage } from './page/notices';
import { readBusinessName, type InboxPart, type ReadInbox } from './read-inbox';

/** `GET {link}`: the inbox. It counts nothing as opened, because mail scanners follow links too (INBOX-7). */
export function showInbox(readInbox: ReadInbox) {
  return async ({ rawQuery }: HttpRequest, link: OpenLink): Promise<HttpReply> => {
    const part = partAskedFor(rawQuery, link);
    const inbox = await readInbox(link, part);
    if (inbox === undefined) return notFoundPage();
    return inboxPage({ inbox, part, action: link.action });
  };
}

/** `?m={message id}` unfolds another message, `?before={message id}` shows older messages. */
function partAskedFor(rawQuery: string, link: OpenLink): InboxPart {
  const query = new URLSearchParams(rawQuery);
  const messageIn = (name: string): string | null => {
    const id = query.get(name);
    return id !== null && isId('msg', id) ? id : null;
  };
  const beforeId = messageIn('before');
  return { beforeId, unfoldedId: messageIn('m') ?? (beforeId === null ? link.messageId : null) };
}

/** `GET {link}/unsubscribe`: asks before it unsubscribes, because a GET changes nothing (INBOX-11). */
export function askToUnsubscribe(sql: Sql) {
  return async (_request: HttpRequest, link: OpenLink): Promise<HttpReply> => {
    const name = await readBusinessName(sql, link);
    return name === undefined ? notFoundPage() : unsubscribePage(name, link.action, inboxFrom(link));
  };
}

/** `GET {link}/done`: the page after an action, which can be reloaded without repeating the action (INBOX-14). */
export function showDone(sql: Sql) {
  return async ({ rawQuery }: HttpRequest, link: OpenLink): Promise<HttpReply> => {
    const what = new URLSearchParams(rawQuery).get('what') ?? '';
    const name = await readBusinessName(sql, link);
    if (name === undefined || !(what === 'read' || isChoice(what))) return notFoundPage();
    return donePage(what, name, inboxFrom(link));
  };
}

/** The address of the inbox, relative to a page below the link. */
function inboxFrom({ address }: OpenLink): string {
  return `../${address}`;
}
