import { objectSchema } from '../../../schemas/values/fields';
import { PHONE_FIELDS } from '../../../schemas/api/phone-fields';
import { eraseRecipient, eraseWhatsapp } from '../recipients/erasures';
import { clearPhone, readSmsState, setPhone } from '../recipients/recipients';
import type { ApiOperation } from './operation';

const ofRecipient = {
  idempotent: false,
  pathParameters: { email: "The recipient's address, percent-encoded." },
  query: {},
  body: undefined,
  errors: ['recipient.not_found', 'route.not_found'],
} as const;

const erasing = {
  ...ofRecipient,
  method: 'post',
  idempotent: true,
  errors: ['idempotency.key_reused', 'idempotency.request_in_progress', 'route.not_found'],
} as const;

const view = { status: 200, shape: 'RecipientSmsView', doc: 'The recipient after the change.' } as const;

/** The operations on recipients (CONSENT-2, ERASE-1, ERASE-15). */
export const RECIPIENT_OPERATIONS: readonly ApiOperation[] = [
  {
    ...ofRecipient,
    id: 'getRecipientSms',
    scope: 'recipients',
    handle: ({ sql, hash, smsSender }) => readSmsState({ sql, hash, smsSender }),
    method: 'get',
    path: '/api/v1/recipients/{email}/sms',
    summary: 'Read the SMS state of a recipient',
    description: 'Returns the number, and what the recipient has agreed to or stopped.',
    success: view,
  },
  {
    ...ofRecipient,
    id: 'setRecipientPhone',
    scope: 'recipients',
    handle: ({ gateway }) => setPhone(gateway),
    method: 'put',
    path: '/api/v1/recipients/{email}/phone',
    summary: 'Set the number of a recipient',
    description:
      'A number that another of your recipients holds is refused and not moved. A new number clears WhatsApp consent; opt-outs stay. No Idempotency-Key is needed.',
    body: { schema: objectSchema(PHONE_FIELDS), example: { phone: '+447700900077' } },
    success: view,
    errors: [...ofRecipient.errors, 'sms.phone_already_in_use'],
  },
  {
    ...ofRecipient,
    id: 'clearRecipientPhone',
    scope: 'recipients',
    handle: ({ gateway }) => clearPhone(gateway),
    method: 'delete',
    path: '/api/v1/recipients/{email}/phone',
    summary: 'Clear the number of a recipient',
    description: 'Opt-outs stay: a recipient who texted STOP stays stopped. No Idempotency-Key is needed.',
    success: view,
  },
  {
    ...erasing,
    id: 'eraseRecipientWhatsapp',
    scope: 'recipients',
    handle: ({ keyed }) => eraseWhatsapp(keyed),
    path: '/api/v1/recipients/{email}/whatsapp/erase',
    summary: 'Erase the WhatsApp history of a recipient',
    description:
      'Deletes stored replies and their queued webhook copies and withdraws WhatsApp consent for good. The number, the messages and the delivery log stay. The same key replays the original counts; `first_erased_at` says when that was. It cannot be undone.',
    success: {
      status: 200,
      shape: 'WhatsappErasureReceipt',
      doc: 'Erased, by this request or by an earlier one with this key.',
    },
    errors: [...erasing.errors, 'recipient.not_found'],
  },
  {
    ...erasing,
    id: 'eraseRecipient',
    scope: 'recipients',
    handle: ({ keyed }) => eraseRecipient(keyed),
    path: '/api/v1/recipients/{email}/erase',
    summary: 'Erase a recipient',
    description:
      'Deletes the messages, their delivery records, replies, the recipient and every copy in queued webhooks and stored responses. Cancels waiting sends. Suppressions and opt-outs are kept. An address that was never messaged answers zeros. It cannot be undone.',
    success: {
      status: 200,
      shape: 'ErasureReport',
      doc: 'Erased, by this request or by an earlier one with this key.',
    },
    errors: erasing.errors,
  },
];
