import type { Command } from '../../schemas/generated/command';
import { isId } from '../../schemas/ids';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { Clock } from '../shared/clock';
import type { CommandGateway } from '../shared/command-gateway';
import { errorReply, validationReply } from '../shared/http/errors';
import type { HttpReply } from '../shared/http/reply';
import type { Handler, HttpRequest } from '../shared/http/route';
import type { InboxLink } from '../shared/inbox-link';
import type { LimitActions } from './action-limit';
import type { FindLink, OpenLink } from './links';
import { notFoundPage } from './page/notices';
import { messageToRenew, readMessageState, readRecipientState } from './read-state';
import { doneReply, readSentFields } from './requests';
import { isPaidChannel, PAID_CHANNELS } from '../../schemas/channels';

/** `POST {link}/opened`: counts the message of the link as opened, or the one that `message_id` names (INBOX-9). */
export function countOpened(gateway: CommandGateway, sql: Sql) {
  return async (request: HttpRequest, link: OpenLink): Promise<HttpReply> => {
    const sent = readSentFields(request);
    if (!sent.ok) return validationReply([sent.fault]);
    const messageId = sent.fields['message_id'] ?? link.messageId;
    if (typeof messageId !== 'string' || !isId('msg', messageId)) return errorReply('message.not_found');
    const state = await readMessageState(sql, link, messageId);
    if (state === undefined) return errorReply('message.not_found');
    const page = 'done?what=read';
    if (state.opened) return doneReply(request, page);
    const body = { OpenMessage: { recipient_id: link.recipientId, message_id: messageId } };
    return ask(gateway, request, { link, body, page });
  };
}

/** `POST {link}/stop`: stops a channel for the recipient (INBOX-10). */
export function stopChannel(gateway: CommandGateway, sql: Sql) {
  return async (request: HttpRequest, link: OpenLink): Promise<HttpReply> => {
    const sent = readSentFields(request);
    if (!sent.ok) return validationReply([sent.fault]);
    const { channel } = sent.fields;
    if (!isPaidChannel(channel)) return validationReply([noChannel(channel)]);
    const state = await readRecipientState(sql, link);
    if (state === undefined) return notFoundPage();
    const page = `done?what=${channel}`;
    if (state[`${channel}Stopped`]) return doneReply(request, page);
    const body = { StopChannel: { recipient_id: link.recipientId, channel, source: 'inbox' } };
    return ask(gateway, request, { link, body, page });
  };
}

/** `POST {link}/unsubscribe`, with any body, because RFC 8058 allows two encodings of it (INBOX-11). */
export function unsubscribe(gateway: CommandGateway, sql: Sql) {
  return async (request: HttpRequest, link: OpenLink): Promise<HttpReply> => {
    const state = await readRecipientState(sql, link);
    if (state === undefined) return notFoundPage();
    const page = 'done?what=all';
    if (state.unsubscribed) return doneReply(request, page);
    const body = { Unsubscribe: { recipient_id: link.recipientId, source: 'inbox' } };
    return ask(gateway, request, { link, body, page });
  };
}

export interface Renewal {
  readonly gateway: CommandGateway;
  readonly sql: Sql;
  readonly clock: Clock;
  readonly limit: LimitActions;
}

/** `POST {link}/renew`. The answer is always the same, except to an expired link that asks too often (INBOX-16). */
export function renewLink(find: FindLink, { gateway, sql, clock, limit }: Renewal): Handler {
  return async (request) => {
    const link = await find(request);
    if (link.state !== 'expired') return doneReply(request, 'renewed');
    const refusal = await limit(link);
    if (refusal !== undefined) return refusal;
    const messageId = await messageToRenew(sql, link, clock.now());
    if (messageId !== undefined) {
      await gateway.send(request, {
        business_id: link.businessId,
        idempotency: null,
        body: { RenewLink: { recipient_id: link.recipientId, message_id: messageId } },
      });
    }
    return doneReply(request, 'renewed');
  };
}

interface Asked {
  readonly link: InboxLink;
  readonly body: Command['body'];
  /** The page to which a browser is redirected when the command is done. */
  readonly page: string;
}

/**
 * If the ledger no longer finds the recipient, because of an erasure, the answer is the 404 page of an unknown link.
 */
async function ask(
  gateway: CommandGateway,
  request: HttpRequest,
  { link, body, page }: Asked,
): Promise<HttpReply> {
  const reply = await gateway.send(request, { business_id: link.businessId, idempotency: null, body });
  if (reply.status < 300) return doneReply(request, page);
  return reply.status === 404 ? notFoundPage() : reply;
}

function noChannel(input: unknown) {
  const msg = `Input should be ${PAID_CHANNELS.map((name) => `'${name}'`).join(' or ')}`;
  return input === undefined
    ? ({ type: 'missing', loc: ['body', 'channel'], msg: 'Field required', input: null } as const)
    : ({ type: 'enum', loc: ['body', 'channel'], msg, input } as const);
}
