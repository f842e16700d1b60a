import {
  openHttpStandIn,
  type HttpStandIn,
  type ReceivedRequest,
} from '../../services/providers/given-http-provider';
import { openSmtpStandIn, type SmtpStandIn } from '../../services/providers/smtp/given-smtp-server';

/** Providers of all channels, each a real server inside the test, and the settings with which senders find them. */
export interface Providers {
  readonly email: SmtpStandIn;
  readonly sms: HttpStandIn;
  readonly whatsapp: HttpStandIn;
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function openProviders(): Promise<Providers> {
  const [email, sms, whatsapp] = await Promise.all([
    openSmtpStandIn(),
    openSmsStandIn(),
    openWhatsappStandIn(),
  ]);
  return {
    email,
    sms,
    whatsapp,
    env: {
      SMTP_URL: email.url,
      SENDING_DOMAIN: 'mail.test',
      TWILIO_BASE_URL: sms.url,
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'a token for tests'.replaceAll(' ', '-'),
      SMS_SENDER: '+447700900000',
      CALLBACKS_URL: 'http://callbacks.test',
      META_BASE_URL: whatsapp.url,
      META_PHONE_NUMBER_ID: '100200300',
      META_ACCESS_TOKEN: 'an-access-token-for-tests',
    },
    async close() {
      await Promise.all([email.close(), sms.close(), whatsapp.close()]);
    },
  };
}

function openSmsStandIn(): Promise<HttpStandIn> {
  return openHttpStandIn({
    idsIn(request) {
      const { searchParams } = new URL(new URLSearchParams(request.body).get('StatusCallback') ?? '');
      return { businessId: searchParams.get('business_id') ?? '', sendId: searchParams.get('send_id') ?? '' };
    },
    answerTo(conduct) {
      if (conduct === 'accept') return json(201, { sid: 'SM0123456789', status: 'queued' });
      if (conduct === 'refuse') return json(400, { code: 21_211, message: 'no such number', status: 400 });
      return conduct === 'throttle'
        ? json(429, { code: 20_429, message: 'slow down', status: 429 })
        : json(403, { code: 20_005, message: 'account not active', status: 403 });
    },
  });
}

function openWhatsappStandIn(): Promise<HttpStandIn> {
  return openHttpStandIn({
    idsIn(request) {
      const [businessId = '', sendId = ''] = String(bodyOf(request)['biz_opaque_callback_data']).split(':');
      return { businessId, sendId };
    },
    answerTo(conduct) {
      if (conduct === 'accept') return json(200, { messages: [{ id: 'wamid.0123456789' }] });
      if (conduct === 'refuse') return json(400, { error: { code: 131_026, message: 'undeliverable' } });
      return conduct === 'throttle'
        ? json(429, { error: { code: 130_429, message: 'slow down' } })
        : json(500, { error: { code: 131_057, message: 'in maintenance' } });
    },
  });
}

export function bodyOf(request: ReceivedRequest): Record<string, unknown> {
  return JSON.parse(request.body) as Record<string, unknown>;
}

function json(status: number, body: object): { status: number; body: string } {
  return { status, body: JSON.stringify(body) };
}
