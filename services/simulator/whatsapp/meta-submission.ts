import { randomUUID } from 'node:crypto';
import type { Clock } from '../../shared/clock';
import { bearerToken } from '../../shared/http/bearer-token';
import { jsonReply, type HttpReply } from '../../shared/http/reply';
import type { Handler, Route } from '../../shared/http/route';
import { normaliseAddress } from '../address';
import type { ChannelRecord } from '../channel-record';
import type { Courier } from '../courier';
import { noAnswer, type Hang } from '../pauses';
import { arrives, isTaken, type OutcomeOn } from '../outcome';
import { metaErrorReply, type MetaError } from './meta-errors';
import { statusesAfter, statusReport, type MetaNumber, type WhatsappStatus } from './meta-reports';
import type { ServiceWindows } from './service-windows';
import { messageText, WhatsappMessage, type WhatsappSubmission } from './whatsapp-message';

export interface WhatsappOptions {
  readonly account: MetaNumber & {
    readonly accessToken: string;
    readonly apiVersion: string;
    readonly inboxUrl: string;
  };
  readonly record: ChannelRecord<'whatsapp', WhatsappSubmission>;
  readonly windows: ServiceWindows;
  readonly courier: Courier;
  readonly clock: Clock;
  readonly hang: Hang;
}

/** `POST /{version}/{phone number id}/messages`. Our own number's path is a fixed one, which is found faster. */
export function whatsappRoutes(options: WhatsappOptions): Route[] {
  const { apiVersion, phoneNumberId } = options.account;
  return [
    { method: 'POST', path: `/${apiVersion}/${phoneNumberId}/messages`, handle: submitMessage(options) },
    { method: 'POST', path: '/:version/:phone/messages', handle: async () => metaErrorReply(100) },
  ];
}

/** The id of a message, as WhatsApp makes them. */
export function newWamid(): string {
  return `wamid.${Buffer.from(randomUUID()).toString('base64')}`;
}

function submitMessage({ account, record, windows, courier, clock, hang }: WhatsappOptions): Handler {
  return async (request) => {
    if (bearerToken(request.headers) !== account.accessToken) return metaErrorReply(190);
    const message = readMessage(request.body);
    if (typeof message === 'number') return metaErrorReply(message);

    const { to } = message;
    const outcome = record.outcomeFor(to);
    const sent = { at: clock.now(), to, callbackData: message.biz_opaque_callback_data ?? null };
    const id = newWamid();
    const submission = {
      ...sent,
      outcome,
      id: isTaken(outcome) ? id : null,
      from: account.phoneNumberId,
      text: messageText(message, account.inboxUrl),
    };
    // Who is unreachable got nothing, so there is nothing to show.
    if (outcome !== 'unreachable') record.add(submission);
    const refusal = REFUSALS[outcome];
    if (refusal !== undefined) return metaErrorReply(refusal);
    if (outcome === 'no_answer') return noAnswer(hang);

    const late = message.type === 'text' && !windows.isOpen(to, sent.at);
    if (arrives(outcome) && !late) record.arrive(submission, sent.at);
    const statuses = statusesFor(outcome, late);
    courier.followUp(
      { id, to },
      statuses.map((status) => statusReport(account, { ...sent, id }, status)),
    );
    return acceptance(id, to);
  };
}

const REFUSALS: Readonly<Partial<Record<OutcomeOn<'whatsapp'>, MetaError>>> = {
  refuse: 131030,
  throttle: 130429,
  unreachable: 1,
};

/** Plain text outside the window is taken in and then fails, as on the real platform. */
function statusesFor(outcome: OutcomeOn<'whatsapp'>, late: boolean): readonly WhatsappStatus[] {
  return late && arrives(outcome) ? [131047] : statusesAfter(outcome);
}

/** The message, or the code of the error that the API would answer with. */
function readMessage(body: Buffer): WhatsappMessage | MetaError {
  const read = WhatsappMessage.safeParse(parseJson(body)).data;
  const to = read === undefined ? undefined : normaliseAddress('whatsapp', read.to);
  if (read === undefined || to === undefined) return 100;
  if (read.type === 'template' && !TEMPLATE_NAME.test(read.template.name)) return 132001;
  return { ...read, to };
}

const TEMPLATE_NAME = /^[a-z0-9_]{1,512}$/;

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function acceptance(id: string, to: string): HttpReply {
  const waId = to.slice(1);
  return jsonReply(200, {
    messaging_product: 'whatsapp',
    contacts: [{ input: waId, wa_id: waId }],
    messages: [{ id }],
  });
}
