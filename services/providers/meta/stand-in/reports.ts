import { createHmac } from 'node:crypto';
import type { EventOn } from '../../outcome';
import type { SignedCall } from '../../stand-in';
import { reportedError, type MetaError } from './errors';

/** The WhatsApp number whose reports the simulated Meta signs and sends. */
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
  event: EventOn<'whatsapp'>,
): SignedCall {
  const failure = FAILURES[event];
  return webhook(number, {
    statuses: [
      {
        id,
        status: failure === undefined ? event : 'failed',
        timestamp: inSeconds(at),
        recipient_id: to.slice(1),
        ...(failure === undefined ? {} : { errors: [reportedError(failure)] }),
        ...(callbackData === null ? {} : { biz_opaque_callback_data: callbackData }),
      },
    ],
  });
}

/** The events that Meta reports as failures, each with its error. */
const FAILURES: Readonly<Partial<Record<EventOn<'whatsapp'>, MetaError>>> = {
  // This error says nothing about the number, so the product records nothing about it.
  failed: 131049,
  not_on_whatsapp: 131026,
  window_closed: 131047,
};

export interface WrittenMessage {
  readonly id: string;
  readonly from: string;
  readonly at: number;
  readonly text: string;
  /** Id of the message that this one replies to. */
  readonly quotes: string | null;
}

/** Reports a message that a person sent. */
export function inboundReport(
  number: MetaNumber,
  { id, from, at, text, quotes }: WrittenMessage,
): SignedCall {
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

/** A webhook request of Meta, whose raw bytes are signed with the app secret. */
function webhook(
  { callbacksUrl, appSecret, phoneNumberId, displayNumber }: MetaNumber,
  what: object,
): SignedCall {
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
