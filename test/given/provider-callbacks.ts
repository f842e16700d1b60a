import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

/** What the providers tell us, signed as they sign: the test knows their secrets. */
export type Provider = 'postmark' | 'sendgrid' | 'twilio' | 'meta';

export interface Callback {
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A status in the provider's own words, for a send of ours. */
export interface Told {
  readonly businessId: string;
  readonly sendId: string;
  readonly status: string;
  /** Of an email. */
  readonly address?: string;
}

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

/** The address that Twilio is told, and so the one it signs: not the one a test calls. */
const PUBLIC_URL = 'http://callbacks.test';

export const CALLBACKS_ENV = {
  CALLBACKS_URL: PUBLIC_URL,
  CALLBACKS_PORT: '0',
  POSTMARK_WEBHOOK_CREDENTIALS: 'postmark:password-for-tests',
  SENDGRID_WEBHOOK_PUBLIC_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  TWILIO_AUTH_TOKEN: 'twilio-token-for-tests',
  META_APP_SECRET: 'meta-secret-for-tests',
  META_PHONE_NUMBER_ID: '106540352242922',
};

/** As Meta names the number that a notification is about. */
export const META_NUMBER = {
  display_phone_number: '447700900999',
  phone_number_id: CALLBACKS_ENV.META_PHONE_NUMBER_ID,
};

/** A callback whose contents are these, genuine in every part. */
export const callbackOf: Readonly<Record<Provider, (told: Told) => Callback>> = {
  postmark({ businessId, sendId, status, address: Email = 'ada@example.com' }) {
    const RecordType = status === 'HardBounce' || status === 'SoftBounce' ? 'Bounce' : status;
    const Metadata = { 'business-id': businessId, 'send-id': sendId };
    const body = JSON.stringify({ RecordType, Type: status, MessageID: 'pm-1', Email, Metadata });
    return { path: '/email/postmark', headers: basic(CALLBACKS_ENV.POSTMARK_WEBHOOK_CREDENTIALS), body };
  },
  sendgrid({ businessId, sendId, status, address: email = 'ada@example.com' }) {
    const event = { event: status, sg_message_id: 'sg-1', business_id: businessId, send_id: sendId };
    const body = JSON.stringify([{ ...event, timestamp: 1_790_000_000, email }]);
    return { path: '/email/sendgrid', headers: sendgridHeaders(body), body };
  },
  twilio({ businessId, sendId, status }) {
    const path = `/sms/status?${new URLSearchParams({ business_id: businessId, send_id: sendId }).toString()}`;
    const body = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: status }).toString();
    return { path, headers: twilioHeaders(path, body), body };
  },
  meta({ businessId, sendId, status }) {
    const carried = { biz_opaque_callback_data: `${businessId}:${sendId}` };
    const told = { id: 'wamid.1', status, timestamp: '1790000000', ...carried };
    const value = { messaging_product: 'whatsapp', metadata: META_NUMBER, statuses: [told] };
    const changes = [{ field: 'messages', value }];
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] });
    return { path: '/whatsapp', headers: metaHeaders(body), body };
  },
};

export function basic(credentials: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

export function sendgridHeaders(body: string, timestamp = '1790000000'): Record<string, string> {
  return {
    'x-twilio-email-event-webhook-timestamp': timestamp,
    'x-twilio-email-event-webhook-signature': sign(
      'sha256',
      Buffer.from(timestamp + body),
      privateKey,
    ).toString('base64'),
  };
}

export function twilioHeaders(
  path: string,
  body: string,
  token = CALLBACKS_ENV.TWILIO_AUTH_TOKEN,
): Record<string, string> {
  const fields = [...new URLSearchParams(body)].map(([name, value]) => name + value).sort();
  const signed = createHmac('sha1', token).update(PUBLIC_URL + path + fields.join(''));
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signed.digest('base64'),
  };
}

export function metaHeaders(body: string, secret = CALLBACKS_ENV.META_APP_SECRET): Record<string, string> {
  return { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}

/** Calls the service as the provider would; the status it is answered. */
export async function deliver(callbacksUrl: string, { path, headers, body }: Callback): Promise<number> {
  const answer = await fetch(callbacksUrl + path, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}
