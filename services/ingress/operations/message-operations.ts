import type { JsonSchema } from '../../../schemas/values/rule';
import { objectSchema } from '../../../schemas/values/fields';
import { LIST_PARAMETERS } from '../../../schemas/api/list-parameters';
import { MAX_BATCH_BYTES, MAX_BATCH_KEY_LENGTH, MAX_ITEMS } from '../../../schemas/api/batch-limits';
import { PUSH_FIELDS } from '../../../schemas/api/push-fields';
import { listMessages } from '../messages/list-messages';
import { resendNudge, retractMessage } from '../messages/message-acts';
import { readMessage } from '../messages/read-message';
import { pushBatch } from '../push/push-batch';
import { pushMessage } from '../push/push-message';
import type { ApiOperation } from './operation';

const read = { method: 'get', idempotent: false, pathParameters: {}, query: {}, body: undefined } as const;

const write = { method: 'post', idempotent: true, pathParameters: {}, query: {}, body: undefined } as const;
const actOnMessage = {
  ...write,
  pathParameters: { public_id: 'Id of the message, as the push returned it.' },
  errors: [
    'message.not_found',
    'idempotency.key_reused',
    'idempotency.request_in_progress',
    'route.not_found',
  ],
} as const;

const PUSH_EXAMPLE = {
  recipient_email: 'ada@example.com',
  subject: 'Your order has shipped',
  body: 'It should be with you on Thursday. Track it: https://example.com/track/1042',
  reference: '#1042',
  order_status: 'shipped',
};

/** An item at fault, even one that is no object, fails alone: the batch around it is a valid request (MSG-15). */
const BATCH_ITEM: JsonSchema = {
  description: 'The same as the body of a push. An item that is not valid fails alone.',
  anyOf: [objectSchema(PUSH_FIELDS), {}],
};

const BATCH_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['messages'],
  properties: { messages: { type: 'array', minItems: 1, maxItems: MAX_ITEMS, items: BATCH_ITEM } },
};

/** The operations on messages (MSG-1 to MSG-19, NUDGE-19). */
export const MESSAGE_OPERATIONS: readonly ApiOperation[] = [
  {
    id: 'pushMessage',
    scope: 'messages',
    handle: ({ keyed }) => pushMessage(keyed),
    method: 'post',
    path: '/api/v1/messages',
    summary: 'Push a message',
    description:
      "Stores an update about an order in the recipient's inbox and queues a nudge to it. The answer says what each channel will do. A paid channel that is skipped is not an error.",
    idempotent: true,
    pathParameters: {},
    query: {},
    body: { schema: objectSchema(PUSH_FIELDS), example: PUSH_EXAMPLE },
    success: { status: 201, shape: 'PushResult', doc: 'Stored, or replayed with `Idempotent-Replayed`.' },
    errors: ['message.not_found', 'idempotency.key_reused', 'idempotency.request_in_progress'],
  },
  {
    ...write,
    id: 'pushBatch',
    scope: 'messages',
    handle: ({ keyed }) => pushBatch(keyed),
    path: '/api/v1/messages/batch',
    summary: 'Push up to 100 messages',
    description:
      'Items succeed or fail independently, so check `ok` of each item, not the status. Each runs as a push under the key `<your key>#<index>`; an item that was pushed before is replayed. Retry the whole batch with the same key.',
    body: { schema: BATCH_SCHEMA, example: { messages: [PUSH_EXAMPLE] } },
    maxKeyLength: MAX_BATCH_KEY_LENGTH,
    maxBodyBytes: MAX_BATCH_BYTES,
    success: { status: 200, shape: 'BatchResult', doc: 'Processed. The outcomes are in the items.' },
    errors: ['idempotency.key_reused', 'idempotency.request_in_progress'],
  },
  {
    ...actOnMessage,
    id: 'resendSms',
    scope: 'messages',
    handle: ({ keyed }) => resendNudge(keyed, 'sms'),
    path: '/api/v1/messages/{public_id}/sms',
    summary: 'Resend the SMS',
    description:
      'Sends the text of a message whose text never went out, for example after a top-up. A skip is not an error.',
    success: { status: 200, shape: 'ChannelOutcome', doc: 'The outcome of the resend.' },
    errors: [...actOnMessage.errors, 'message.not_active', 'sms.already_sent', 'sms.may_have_sent'],
  },
  {
    ...actOnMessage,
    id: 'resendWhatsapp',
    scope: 'messages',
    handle: ({ keyed }) => resendNudge(keyed, 'whatsapp'),
    path: '/api/v1/messages/{public_id}/whatsapp',
    summary: 'Resend the WhatsApp message',
    description: 'Works as the resend of an SMS. It does not arm `sms_if_whatsapp_fails` again.',
    success: { status: 200, shape: 'ChannelOutcome', doc: 'The outcome of the resend.' },
    errors: [
      ...actOnMessage.errors,
      'message.not_active',
      'whatsapp.already_sent',
      'whatsapp.escalated_to_sms',
      'whatsapp.may_have_sent',
    ],
  },
  {
    ...actOnMessage,
    id: 'retractMessage',
    scope: 'messages',
    handle: ({ keyed }) => retractMessage(keyed),
    path: '/api/v1/messages/{public_id}/retract',
    summary: 'Retract a message',
    description:
      'The message is shown as retracted, not deleted. Nudges that no provider has received are cancelled and not billed.',
    success: { status: 200, shape: 'RetractResult', doc: 'Retracted, by this request or before.' },
    errors: actOnMessage.errors,
  },
  {
    ...read,
    id: 'listMessages',
    scope: 'messages',
    handle: ({ sql }) => listMessages(sql),
    path: '/api/v1/messages',
    summary: 'List messages',
    description: 'Newest first. A page stays as it is while new messages arrive.',
    query: LIST_PARAMETERS,
    success: { status: 200, shape: 'MessageList', doc: 'One page, without bodies.' },
    errors: [],
  },
  {
    ...read,
    id: 'getMessage',
    scope: 'messages',
    handle: ({ sql }) => readMessage(sql),
    path: '/api/v1/messages/{public_id}',
    summary: 'Read a message',
    description: 'Returns the message and the state of its newest nudge, channel by channel.',
    pathParameters: { public_id: 'Id of the message, as the push returned it.' },
    success: { status: 200, shape: 'MessageView', doc: 'The message.' },
    errors: ['message.not_found', 'route.not_found'],
  },
];
