import type { Sql } from '../../streams/runtime/database';
import type { Clock } from '../shared/clock';
import type { CommandGateway } from '../shared/command-gateway';
import type { Handler, Method, Route } from '../shared/http/route';
import type { InboxLinks } from '../shared/inbox-link';
import { countOpened, renewLink, stopChannel, unsubscribe } from './actions';
import { linkByCode, linkByToken, throughLink, type FindLink } from './links';
import { renewedPage } from './page/notices';
import { createInboxReader, type ReadInbox } from './read-inbox';
import { askToUnsubscribe, showDone, showInbox } from './show-pages';

export interface InboxDependencies {
  readonly gateway: CommandGateway;
  readonly sql: Sql;
  readonly links: Pick<InboxLinks, 'read'>;
  readonly clock: Clock;
}

/** The same under both kinds of link. */
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
  { gateway, sql, readInbox }: InboxDependencies & { readInbox: ReadInbox },
): Route[] {
  return [
    route('GET', path, throughLink(find, 'link', showInbox(readInbox))),
    route('POST', `${path}/opened`, throughLink(find, 'below', countOpened(gateway, sql))),
    route('POST', `${path}/stop`, throughLink(find, 'below', stopChannel(gateway))),
    route('POST', `${path}/unsubscribe`, throughLink(find, 'below', unsubscribe(gateway))),
    route('GET', `${path}/unsubscribe`, throughLink(find, 'below', askToUnsubscribe(sql))),
    route('GET', `${path}/done`, throughLink(find, 'below', showDone(sql))),
    route('POST', `${path}/renew`, renewLink(gateway, sql, find)),
    route('GET', `${path}/renewed`, async () => renewedPage()),
  ];
}

/** The longest body is a form with one field. */
const MAX_BODY_BYTES = 16 * 1024;

function route(method: Method, path: string, handle: Handler): Route {
  return { method, path, handle, maxBodyBytes: MAX_BODY_BYTES };
}
