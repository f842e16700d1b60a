import { randomUUID } from 'node:crypto';
import type { Pusher } from '../businesses';
import type { PushContent } from './load-order';

export interface PushRequest {
  /** Number of its first push. */
  readonly number: number;
  /** The bytes of the request. */
  readonly text: string;
}

/**
 * Makes requests as merchants do: 300 bytes of text, with the businesses in turn and the recipients of each in turn.
 * All text is ASCII, so that a character is a byte.
 */
export class PushRequests {
  private readonly run = randomUUID();
  private requests = 0;
  private pushes = 0;

  constructor(private readonly port: number) {}

  next(pushers: readonly Pusher[], content: PushContent): PushRequest {
    const turn = this.requests++ % pushers.length;
    const number = this.pushes;
    this.pushes += content.inBatchesOf;
    const pushes = Array.from({ length: content.inBatchesOf }, (_, index) =>
      pushBody({ number: number + index, turn, businesses: pushers.length }, content),
    );
    const isBatch = content.inBatchesOf > 1;
    const body = isBatch ? `{"messages":[${pushes.join(',')}]}` : pushes.join('');
    const text =
      `POST /api/v1/messages${isBatch ? '/batch' : ''} HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\n` +
      `Authorization: Bearer ${pushers[turn]!.apiKey}\r\nIdempotency-Key: ${this.run}-${number}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    return { number, text };
  }
}

/** Returns the number of the push from the address of its email. */
export function numberInAddress(address: string): number {
  return Number(/^customer-(\d+)@/.exec(address)?.[1] ?? Number.NaN);
}

/** Returns the number of the push from the phone number of its text, with or without a plus. */
export function numberInPhone(phone: string): number {
  return Number(phone.replace(/^\+?4471/, ''));
}

interface Push {
  readonly number: number;
  readonly turn: number;
  readonly businesses: number;
}

function pushBody({ number, turn, businesses }: Push, content: PushContent): string {
  const { recipients, paidChannels, escalateAfterMinutes } = content;
  const recipient = recipients === 'new' ? number : Math.floor(number / businesses) % recipients;
  return (
    `{"recipient_email":"customer-${recipient}@shop-${turn}.example",` +
    (paidChannels.length === 0 ? '' : paidFields(number, recipient, paidChannels)) +
    (escalateAfterMinutes === null ? '' : `"escalate_if_unread_after_minutes":${escalateAfterMinutes},`) +
    `"subject":"Order ${number} is on its way","body":"${TEXT}"}`
  );
}

/** Uses British mobile numbers; a hundred million of them begin with these digits. */
function paidFields(number: number, recipient: number, channels: PushContent['paidChannels']): string {
  return (
    `"channels":${JSON.stringify(channels)},"recipient_phone":"+4471${String(recipient).padStart(8, '0')}",` +
    `"reference":"N${number}","order_status":"shipped",` +
    (channels.includes('whatsapp') ? '"whatsapp_opt_in":{},' : '')
  );
}

const TEXT =
  'Good news: the parcel with your order has left our warehouse this morning and is with the carrier now. It should ' +
  'reach you within two working days, between 9 and 17 hours. You need not be at home, the driver will leave it at ' +
  'the place you named. Questions? Just answer this message and we will look into it.';
