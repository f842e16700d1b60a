import { createHmac } from 'node:crypto';
import type { Report } from '../courier';
import type { OutcomeOn } from '../outcome';
import { reportedError, type MetaError } from './meta-errors';

/** A status, or the error that a message failed with. */
export type WhatsappStatus = 'sent' | 'delivered' | 'read' | MetaError;

/** What WhatsApp says by itself after it took a message in. */
export function statusesAfter(outcome: OutcomeOn<'whatsapp'>): readonly WhatsappStatus[] {
  switch (outcome) {
    case 'deliver':
      return ['sent', 'delivered'];
    case 'read':
      return ['sent', 'delivered', 'read'];
    case 'fail_later':
      return ['sent', HELD_BACK];
    case 'not_on_whatsapp':
      return [NOT_ON_WHATSAPP];
    case 'accept_only':
    case 'no_answer':
    case 'refuse':
    case 'throttle':
    case 'unreachable':
      return [];
  }
}

/** An error that says nothing about the number, so that nothing is learned from it. */
export const HELD_BACK: MetaError = 131049;
const NOT_ON_WHATSAPP: MetaError = 131026;

export interface MetaNumber {
  readonly callbacksUrl: string;
  readonly appSecret: string;
  readonly phoneNumberId: string;
  /** The number as people see it, with a plus. */
  readonly displayNumber: string;
}

export interface SentMessage {
  readonly id: string;
  readonly to: string;
  readonly at: number;
  readonly callbackData: string | null;
}

export function statusReport(
  number: MetaNumber,
  { id, to, at, callbackData }: SentMessage,
  status: WhatsappStatus,
): Report {
  const failed = typeof status === 'number';
  return webhook(number, {
    statuses: [
      {
        id,
        status: failed ? 'failed' : status,
        timestamp: inSeconds(at),
        recipient_id: to.slice(1),
        ...(failed ? { errors: [reportedError(status)] } : {}),
        ...(callbackData === null ? {} : { biz_opaque_callback_data: callbackData }),
      },
    ],
  });
}

export interface WrittenMessage {
  readonly id: string;
  readonly from: string;
  readonly at: number;
  readonly text: string;
  /** Id of the message it answers. */
  readonly quotes: string | null;
}

/** A person has written. */
export function inboundReport(number: MetaNumber, { id, from, at, text, quotes }: WrittenMessage): Report {
  const waId = from.slice(1);
  return webhook(number, {
    contacts: [{ profile: { name: 'Simulated person' }, wa_id: waId }],
    messages: [
      {
        ...(quotes === null ? {} : { context: { from: number.displayNumber.slice(1), id: quotes } }),
        from: waId,
        id,
        timestamp: inSeconds(at),
        type: 'text',
        text: { body: text },
      },
    ],
  });
}

/** A webhook of Meta, signed over its raw bytes with the secret of the app. */
function webhook(
  { callbacksUrl, appSecret, phoneNumberId, displayNumber }: MetaNumber,
  what: object,
): Report {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: displayNumber.slice(1), phone_number_id: phoneNumberId },
    ...what,
  };
  const entry = [{ id: '1', changes: [{ value, field: 'messages' }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  return {
    url: `${callbacksUrl}/whatsapp`,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'facebookexternalua',
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
    },
    body,
  };
}

function inSeconds(at: number): string {
  return String(Math.floor(at / 1_000));
}
