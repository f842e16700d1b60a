import { randomUUID } from 'node:crypto';
import { arrives, isTaken, type OutcomeOn } from '../../outcome';
import type { StandIn, StandInWorld } from '../../stand-in';
import { bearerToken } from '../../../shared/http/bearer-token';
import { jsonReply, type HttpReply } from '../../../shared/http/reply';
import type { Handler } from '../../../shared/http/route';
import { metaErrorReply, type MetaError } from './errors';
import { inboundReport, statusReport, type MetaNumber } from './reports';
import { ServiceWindows } from './service-windows';
import { messageText, WhatsappMessage } from './message';

/** The account that the simulated Cloud API serves. */
export interface MetaAccount {
  readonly phoneNumberId: string;
  readonly accessToken: string;
  readonly appSecret: string;
  readonly apiVersion: string;
}

/** Serves `POST /{version}/{phone number id}/messages`. The path of our number is fixed, so it is found faster. */
export function openMetaStandIn(account: MetaAccount, world: StandInWorld<'whatsapp'>): StandIn<'whatsapp'> {
  const { apiVersion, phoneNumberId, appSecret } = account;
  const { callbacksUrl, smsSender: displayNumber } = world.settings;
  const number = { callbacksUrl, appSecret, phoneNumberId, displayNumber };
  const windows = new ServiceWindows();
  const handle = submitMessage({ account, number, windows, world });
  return {
    routes: [
      { method: 'POST', path: `/${apiVersion}/${phoneNumberId}/messages`, handle },
      { method: 'POST', path: '/:version/:phone/messages', handle: async () => metaErrorReply(100) },
    ],
    handOn({ from, text, quotes }) {
      const id = newWamid();
      const at = world.now();
      windows.wrote(from, at);
      return { id, call: inboundReport(number, { id, from, at, text, quotes }) };
    },
  };
}

/** An id in the form of WhatsApp's message ids. */
function newWamid(): string {
  return `wamid.${Buffer.from(randomUUID()).toString('base64')}`;
}

interface Submitting {
  readonly account: MetaAccount;
  readonly number: MetaNumber;
  readonly windows: ServiceWindows;
  readonly world: StandInWorld<'whatsapp'>;
}

function submitMessage({ account, number, windows, world }: Submitting): Handler {
  return async (request) => {
    if (bearerToken(request.headers) !== account.accessToken) return metaErrorReply(190);
    const message = readMessage(request.body, world);
    if (typeof message === 'number') return metaErrorReply(message);

    const { to, biz_opaque_callback_data: callbackData = null } = message;
    const outcome = world.outcomeFor(to);
    const id = newWamid();
    // Plain text outside the window is accepted and fails later, as on the real platform.
    const isLate = message.type === 'text' && !windows.isOpen(to, world.now());
    world.note(
      {
        to,
        outcome,
        id: isTaken(outcome) ? id : null,
        from: account.phoneNumberId,
        text: messageText(message, world.settings.inboxUrl),
        report: (event, at) => statusReport(number, { id, to, at, callbackData }, event),
      },
      isLate && arrives(outcome) ? ['window_closed'] : undefined,
    );
    const refusal = REFUSALS[outcome];
    if (refusal !== undefined) return metaErrorReply(refusal);
    if (outcome === 'no_answer') return world.noAnswer();
    return acceptance(id, to);
  };
}

const REFUSALS: Readonly<Partial<Record<OutcomeOn<'whatsapp'>, MetaError>>> = {
  refuse: 131030,
  throttle: 130429,
  unreachable: 1,
};

/** Returns the message, or the code of the error that the API would return. */
function readMessage(body: Buffer, world: StandInWorld<'whatsapp'>): WhatsappMessage | MetaError {
  const read = WhatsappMessage.safeParse(parseJson(body)).data;
  const to = read === undefined ? undefined : world.addressIn(read.to);
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
