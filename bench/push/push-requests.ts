import { randomUUID } from 'node:crypto';
import type { Pusher } from '../businesses';

export const RECIPIENTS_PER_BUSINESS = 1_000;

/**
 * Requests as merchants send them: 300 bytes of text, the businesses in turn, and each with its recipients in turn. In
 * ASCII throughout, so that a character is a byte.
 */
export class PushRequests {
  private readonly run = randomUUID();
  private count = 0;

  constructor(private readonly port: number) {}

  next(pushers: readonly Pusher[]): string {
    const number = this.count++;
    const turn = number % pushers.length;
    const recipient = Math.floor(number / pushers.length) % RECIPIENTS_PER_BUSINESS;
    const body =
      `{"recipient_email":"customer-${recipient}@shop-${turn}.example",` +
      `"subject":"Order ${number} is on its way","body":"${TEXT}"}`;
    return (
      `POST /api/v1/messages HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\n` +
      `Authorization: Bearer ${pushers[turn]!.apiKey}\r\nIdempotency-Key: ${this.run}-${number}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    );
  }
}

const TEXT =
  'Good news: the parcel with your order has left our warehouse this morning and is with the carrier now. It should ' +
  'reach you within two working days, between 9 and 17 hours. You need not be at home, the driver will leave it at ' +
  'the place you named. Questions? Just answer this message and we will look into it.';
