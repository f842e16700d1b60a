import type { SendSnapshot } from './send-snapshot';

/** A send that every gate lets through. A test names only what differs. */
export function aSnapshot({ send, message, recipient, business }: SceneChanges = {}): SendSnapshot {
  return {
    send: {
      businessId: 'biz_1',
      id: 'snd_1',
      attempt: 1,
      state: 'queued',
      queuedAt: NOW,
      submittedAt: null,
      nudge: 1,
      phone: '+447700900123',
      country: 'GB',
      ...send,
    },
    message: {
      id: 'msg_1',
      status: 'active',
      subject: 'Your order',
      body: 'It is on its way.',
      reference: 'A-17',
      orderStatus: 'shipped',
      nudge: 1,
      ...message,
    },
    recipient: {
      id: 'rcp_1',
      email: 'ada@example.com',
      phone: '+447700900123',
      phoneCountry: 'GB',
      unsubscribedAt: null,
      suppressedAt: null,
      smsTextStoppedAt: null,
      smsStoppedAt: null,
      whatsappTextStoppedAt: null,
      whatsappStoppedAt: null,
      whatsappWithdrawnAt: null,
      whatsappOptedInAt: NOW,
      ...recipient,
    },
    business: {
      name: 'Bloom & Co',
      active: true,
      plan: 'active',
      sendingPaused: false,
      sendingDomain: null,
      emailDailyCap: 10_000,
      recipientDailyEmails: 50,
      smsSender: null,
      smsMode: 'on',
      smsEnabledAt: NOW,
      smsAllowedCountries: [],
      whatsappMode: 'on',
      ...business,
    },
  };
}

export type SceneChanges = { readonly [Part in keyof SendSnapshot]?: Partial<SendSnapshot[Part]> };

export const NOW = new Date('2026-11-15T12:00:00Z');

export const SHORT_LINK = {
  code: 'k3v9x0q2m7tz',
  url: 'https://in.example/s/k3v9x0q2m7tz',
  path: 's/k3v9x0q2m7tz',
};
