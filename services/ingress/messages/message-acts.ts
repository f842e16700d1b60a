import type { KeyedAct } from '../idempotency/keyed-act';

/** `POST /api/v1/messages/{public_id}/…`, by the last part of the path. */
export const messageActs: Readonly<Record<string, KeyedAct>> = {
  sms: {
    operation: 'resend sms',
    wish: (message_id) => ({ ResendNudge: { message_id, channel: 'sms' } }),
  },
  whatsapp: {
    operation: 'resend whatsapp',
    wish: (message_id) => ({ ResendNudge: { message_id, channel: 'whatsapp' } }),
  },
  retract: {
    operation: 'retract',
    wish: (message_id) => ({ RetractMessage: { message_id } }),
  },
};
