import type { KeyedAct } from '../idempotency/keyed-act';

/** `POST /api/v1/recipients/{email}/…`, by the rest of the path. */
export const erasures: Readonly<Record<string, KeyedAct>> = {
  'whatsapp/erase': {
    operation: 'erase whatsapp',
    wish: (recipient_email) => ({ EraseWhatsapp: { recipient_email } }),
  },
  erase: {
    operation: 'erase recipient',
    wish: (recipient_email) => ({ EraseRecipient: { recipient_email } }),
  },
};
