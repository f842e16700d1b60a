import type { ErrorCode } from '../../../schemas/api/errors';
import type { JsonSchema } from '../../../schemas/values/rule';
import { objectSchema } from '../../../schemas/values/fields';
import { LIST_PARAMETERS } from '../../../schemas/api/list-parameters';
import { MAX_BATCH_BYTES, MAX_BATCH_KEY_LENGTH, MAX_ITEMS } from '../../../schemas/api/batch-limits';
import { PUSH_FIELDS } from '../../../schemas/api/push-fields';
import type { ApiOperation } from './api-operation';
import { KEY_OPERATIONS } from './key-operations';
import { WEBHOOK_OPERATIONS } from './webhook-operations';
import { RECIPIENT_OPERATIONS } from './recipient-operations';

const read = { method: 'get', idempotent: false, pathParameters: {}, query: {}, body: undefined } as const;

const write = { method: 'post', idempotent: true, pathParameters: {}, query: {}, body: undefined } as const;
const actOnMessage = {
  ...write,
  pathParameters: { public_id: 'Id of the message, as the push answered it.' },
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

/** An item that is at fault, whatever it is, fails alone: a batch with it is a request like any other. */
const BATCH_ITEM: JsonSchema = {
  description: 'As the body of a push. Anything else fails alone.',
  anyOf: [objectSchema(PUSH_FIELDS), {}],
};

const BATCH_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['messages'],
  properties: { messages: { type: 'array', minItems: 1, maxItems: MAX_ITEMS, items: BATCH_ITEM } },
};

/** The document, its page and the conformance tests come out of this table. */
export const OPERATIONS: readonly ApiOperation[] = [
  {
    id: 'pushMessage',
    method: 'post',
    path: '/api/v1/messages',
    summary: 'Push a message',
    description:
      "Stores an update about an order in the recipient's inbox and queues a nudge to it. The answer says what each channel will do; a paid channel that is skipped is no error.",
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
    path: '/api/v1/messages/batch',
    summary: 'Push up to 100 messages',
    description:
      'Items succeed or fail independently, so check each `ok` and not the status. Each runs as a push under the key `<your key>#<index>`; an item that was pushed before is replayed. Retry the whole batch with the same key.',
    body: { schema: BATCH_SCHEMA, example: { messages: [PUSH_EXAMPLE] } },
    maxKeyLength: MAX_BATCH_KEY_LENGTH,
    maxBodyBytes: MAX_BATCH_BYTES,
    success: { status: 200, shape: 'BatchResult', doc: 'Processed; the outcomes are in the items.' },
    errors: ['idempotency.key_reused', 'idempotency.request_in_progress'],
  },
  {
    ...actOnMessage,
    id: 'resendSms',
    path: '/api/v1/messages/{public_id}/sms',
    summary: 'Resend the SMS',
    description: 'For a message whose text never went out, for example after a top-up. A skip is no error.',
    success: { status: 200, shape: 'ChannelOutcome', doc: 'What became of it.' },
    errors: [...actOnMessage.errors, 'message.not_active', 'sms.already_sent', 'sms.may_have_sent'],
  },
  {
    ...actOnMessage,
    id: 'resendWhatsapp',
    path: '/api/v1/messages/{public_id}/whatsapp',
    summary: 'Resend the WhatsApp message',
    description: 'As for SMS. It does not arm `sms_if_whatsapp_fails` again.',
    success: { status: 200, shape: 'ChannelOutcome', doc: 'What became of it.' },
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
    path: '/api/v1/messages/{public_id}/retract',
    summary: 'Retract a message',
    description:
      'Shown as taken back, not deleted. Nudges that no provider has been given are called off and not billed.',
    success: { status: 200, shape: 'RetractResult', doc: 'Retracted, now or before.' },
    errors: actOnMessage.errors,
  },
  {
    ...read,
    id: 'listMessages',
    path: '/api/v1/messages',
    summary: 'List messages',
    description: 'Newest first. A page stays as it is while new messages arrive.',
    query: LIST_PARAMETERS,
    success: { status: 200, shape: 'MessageList', doc: 'One page, without the bodies.' },
    errors: [],
  },
  {
    ...read,
    id: 'getMessage',
    path: '/api/v1/messages/{public_id}',
    summary: 'Read a message',
    description: 'The message and what became of its newest nudge, channel by channel.',
    pathParameters: { public_id: 'Id of the message, as the push answered it.' },
    success: { status: 200, shape: 'MessageView', doc: 'The message.' },
    errors: ['message.not_found', 'route.not_found'],
  },
  {
    ...read,
    id: 'getCredits',
    path: '/api/v1/credits',
    summary: 'Read the credit balance',
    description: 'A text or a WhatsApp message costs one credit, unless its country has another price.',
    success: { status: 200, shape: 'CreditBalance', doc: 'The balance.' },
    errors: [],
  },
  ...RECIPIENT_OPERATIONS,
  ...KEY_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
];

/** What any operation may answer with, in the order in which it is decided (D13). */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'request.malformed',
  'request.timed_out',
  'request.headers_too_large',
  'request.too_large',
  'business.invalid_api_key',
  'business.inactive',
  'business.key_not_permitted',
  'request.rate_limited',
  'common.validation_failed',
  'request.unstorable_input',
  'service.internal_error',
  'service.unavailable',
];
