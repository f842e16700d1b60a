import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { jsonReply } from '../../../shared/http/reply';
import type { Handler, HttpRequest } from '../../../shared/http/route';
import type { SettingsOf } from '../../../shared/config/config';
import { parseJson } from '../../json-text';
import { isTaken, type EventOn, type OutcomeOn } from '../../outcome';
import type { StandIn, StandInWorld } from '../../stand-in';
import { INBOUND_PATH, STATUS_PATH } from '../paths';
import type { vonageVariables } from '../variables';
import { explainedAt, vonageErrorReply, type VonageError } from './errors';
import { signedCall } from './signed-call';

type VonageSettings = SettingsOf<typeof vonageVariables, 'simulator'>;

/** Serves `POST /v1/messages`. */
export function openVonageStandIn(account: VonageSettings, world: StandInWorld<'sms'>): StandIn<'sms'> {
  return {
    routes: [{ method: 'POST', path: '/v1/messages', handle: submitText(account, world) }],
    handOn({ from, to, text }) {
      const id = randomUUID();
      const numbers = { to: to.slice(1), from: from.slice(1) };
      const timestamp = new Date(world.now()).toISOString();
      const content = { channel: 'sms', message_uuid: id, ...numbers, timestamp, message_type: 'text', text };
      const url = world.settings.callbacksUrl + INBOUND_PATH;
      return { id, call: signedCall(url, content, account, world.realTimeMs()) };
    },
  };
}

function submitText(account: VonageSettings, world: StandInWorld<'sms'>): Handler {
  const credentials = Buffer.from(`${account.apiKey}:${account.apiSecret}`).toString('base64');
  const isOurs = ({ authorization }: HttpRequest['headers']) => authorization === `Basic ${credentials}`;
  return async ({ headers, body }) => {
    if (!isOurs(headers)) return vonageErrorReply('unauthorized', 'Wrong key');
    const message = Message.safeParse(parseJson(body.toString('utf8'))).data;
    const to = message === undefined ? undefined : world.addressIn(message.to);
    if (message === undefined || to === undefined) return vonageErrorReply('invalid', 'No such message');

    const { from, text, client_ref, webhook_url = world.settings.callbacksUrl + STATUS_PATH } = message;
    const outcome = world.outcomeFor(to);
    const id = randomUUID();
    const sent = { message_uuid: id, to: message.to, from, client_ref, channel: 'sms' };
    world.note({
      to,
      from: `+${from}`,
      text,
      outcome,
      id: isTaken(outcome) ? id : null,
      report: (event, at) => {
        const reported = { ...sent, timestamp: new Date(at).toISOString(), ...STATUSES[event] };
        return signedCall(webhook_url, reported, account, world.realTimeMs());
      },
    });
    const refusal = REFUSALS[outcome];
    if (refusal !== undefined) return vonageErrorReply(refusal, 'The text was refused');
    return outcome === 'no_answer' ? world.noAnswer() : jsonReply(202, { message_uuid: id });
  };
}

const REFUSALS: Readonly<Partial<Record<OutcomeOn<'sms'>, VonageError>>> = {
  refuse: 'barred',
  throttle: 'throttled',
  unreachable: 'unreachable',
};

/** The content of a status callback for each event. */
const STATUSES: Readonly<Record<EventOn<'sms'>, object>> = {
  sent: { status: 'submitted' },
  delivered: { status: 'delivered' },
  undelivered: { status: 'undeliverable', error: errorOf('1260', 'Destination unreachable') },
  failed: { status: 'rejected', error: errorOf('1210', 'Anti-Spam Rejection') },
};

function errorOf(number: string, title: string): object {
  return { type: explainedAt(`messages#${number}`), title, detail: 'The text was not delivered' };
}

const digits = z.string().regex(/^\d{7,15}$/);
const Message = z.object({
  message_type: z.literal('text'),
  channel: z.literal('sms'),
  to: digits,
  from: digits,
  text: z.string().min(1).max(1_000),
  client_ref: z.string().max(100).optional(),
  webhook_url: z.url().optional(),
  webhook_version: z.enum(['v0.1', 'v1']).optional(),
});
