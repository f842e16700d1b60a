import type { Sql } from '../../streams/runtime/postgres/database';
import type { Clock } from '../shared/clock';
import type { CommandGateway } from '../shared/command-gateway';
import type { Handler, Method, Route } from '../shared/http/route';
import type { InboxLinks } from '../shared/inbox-link';
import type { LimitActions } from './action-limit';
import { countOpened, renewLink, stopChannel, unsubscribe } from './actions';
import { linkByCode, linkByToken, throughLink, type FindLink, type LinkHandler } from './links';
import { renewedPage } from './page/notices';
import { createInboxReader, type ReadInbox } from './read-inbox';
import { askToUnsubscribe, showDone, showInbox } from './show-pages';

/** What the inbox needs to answer requests. */
export interface InboxDependencies {
  readonly gateway: CommandGateway;
  readonly sql: Sql;
  readonly links: Pick<InboxLinks, 'read'>;
  readonly clock: Clock;
  readonly limit: LimitActions;
}

/** The routes below both kinds of link, which do the same (INBOX-3). */
export function inboxRoutes(dependencies: InboxDependencies): Route[] {
  const { links, sql, clock } = dependencies;
  const shared = { ...dependencies, readInbox: createInboxReader(sql) };
  return [
    ...routesBelow('/i/:token', linkByToken(links, clock), shared),
    ...routesBelow('/s/:code', linkByCode(sql, clock), shared),
  ];
}

function routesBelow(
  path: string,
  find: FindLink,
  { gateway, sql, clock, limit, readInbox }: InboxDependencies & { readInbox: ReadInbox },
): Route[] {
  const act = (handle: LinkHandler): Handler => throughLink(find, 'below', limited(limit, handle));
  return [
    route('GET', path, throughLink(find, 'link', showInbox(readInbox))),
    route('POST', `${path}/opened`, act(countOpened(gateway, sql))),
    route('POST', `${path}/stop`, act(stopChannel(gateway, sql))),
    route('POST', `${path}/unsubscribe`, act(unsubscribe(gateway, sql))),
    route('GET', `${path}/unsubscribe`, throughLink(find, 'below', askToUnsubscribe(sql))),
    route('GET', `${path}/done`, throughLink(find, 'below', showDone(sql))),
    route('POST', `${path}/renew`, renewLink(find, { gateway, sql, clock, limit })),
    route('GET', `${path}/renewed`, async () => renewedPage()),
  ];
}

function limited(limit: LimitActions, handle: LinkHandler): LinkHandler {
  return async (request, link) => (await limit(link)) ?? handle(request, link);
}

/** The longest body is a form with one field, so this is ample. */
const MAX_BODY_BYTES = 16 * 1024;

function route(method: Method, path: string, handle: Handler): Route {
  return { method, path, handle, maxBodyBytes: MAX_BODY_BYTES };
}
