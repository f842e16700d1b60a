import type { Sql } from '../../streams/runtime/postgres/database';
import type { Clock } from '../shared/clock';
import type { HttpReply } from '../shared/http/reply';
import type { Handler, HttpRequest } from '../shared/http/route';
import type { InboxLink, InboxLinks } from '../shared/inbox-link';
import type { ActionOf } from './page/choices';
import { notFoundPage } from './page/notices';

/** What the link of a request leads to. Bad and foreign links are both `unknown`, because they get the same answer. */
export type Link =
  | ({ readonly state: 'open' | 'expired'; readonly address: string } & InboxLink)
  | { readonly state: 'unknown' };

/** A link that opens now, with the addresses that its pages use for actions. */
export interface OpenLink extends InboxLink {
  /** The last part of the link's path. */
  readonly address: string;
  readonly action: ActionOf;
}

export type LinkHandler = (request: HttpRequest, link: OpenLink) => Promise<HttpReply>;

export type FindLink = (request: HttpRequest) => Promise<Link>;

/** Whether the request is for the link itself or for an address below it, such as `…/stop`. */
export type Place = 'link' | 'below';

/** `/i/:token`, the link in emails (INBOX-1). */
export function linkByToken(links: Pick<InboxLinks, 'read'>, clock: Clock): FindLink {
  return async ({ rawParameters }) => {
    const token = rawParameters['token'] ?? '';
    const read = links.read(token, clock.now());
    if (read.valid) return { state: 'open', address: token, ...read };
    return read.expired === undefined
      ? { state: 'unknown' }
      : { state: 'expired', address: token, ...read.expired };
  };
}

/** `/s/:code`, the link in texts and WhatsApp messages (INBOX-3). */
export function linkByCode(sql: Sql, clock: Clock): FindLink {
  return async ({ rawParameters }) => {
    const code = rawParameters['code'] ?? '';
    if (!/^[A-Za-z0-9]{12}$/.test(code)) return { state: 'unknown' };
    const [row] = await sql.query<InboxLink & { expiresAt: Date }>(SHORT_LINK, [code]);
    if (row === undefined) return { state: 'unknown' };
    const state = clock.now() < row.expiresAt.getTime() ? 'open' : 'expired';
    const { businessId, recipientId, messageId } = row;
    return { state, address: code, businessId, recipientId, messageId };
  };
}

/** Handles requests through an open link. All other links get the same 404 page for every request (INBOX-4). */
export function throughLink(find: FindLink, place: Place, handle: LinkHandler): Handler {
  return async (request) => {
    const link = await find(request);
    if (link.state === 'unknown') return notFoundPage();
    const action = actionsFrom(place, link.address);
    if (link.state === 'expired') return notFoundPage(action);
    request.note({ business_id: link.businessId });
    return handle(request, { ...link, action });
  };
}

/** Relative addresses, so that a proxy may serve the inbox below any path. */
function actionsFrom(place: Place, address: string): ActionOf {
  return place === 'link' ? (name) => `${address}/${name}` : (name) => name;
}

const SHORT_LINK = {
  name: 'inbox-short-link',
  text: `
    SELECT business_id AS "businessId", recipient_id AS "recipientId", message_id AS "messageId", expires_at AS "expiresAt"
    FROM short_links WHERE code = $1`,
};
