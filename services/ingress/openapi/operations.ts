import type { ErrorCode } from '../../shared/http/errors';
import type { JsonSchema } from '../../shared/requests/rule';
import { objectSchema, type Fields } from '../../shared/requests/validation';
import { LIST_PARAMETERS } from '../list-query';
import { PUSH_FIELDS } from '../push-fields';
import type { ShapeName } from './response-shapes';

/** One operation as callers see it. The document, its page and the conformance tests come out of this table. */
export interface ApiOperation {
  readonly id: string;
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly idempotent: boolean;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body: { readonly schema: JsonSchema; readonly example: JsonSchema } | undefined;
  readonly success: { readonly status: 200 | 201; readonly shape: ShapeName; readonly doc: string };
  /** Beside those that any operation may answer with. */
  readonly errors: readonly ErrorCode[];
}

const read = { method: 'get', idempotent: false, pathParameters: {}, query: {}, body: undefined } as const;

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
    body: {
      schema: objectSchema(PUSH_FIELDS),
      example: {
        recipient_email: 'ada@example.com',
        subject: 'Your order has shipped',
        body: 'It should be with you on Thursday. Track it: https://example.com/track/1042',
        reference: '#1042',
        order_status: 'shipped',
      },
    },
    success: { status: 201, shape: 'PushResult', doc: 'Stored, or replayed with `Idempotent-Replayed`.' },
    errors: ['message.not_found', 'idempotency.key_reused', 'idempotency.request_in_progress'],
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
    description: 'One credit sends one message on whichever paid channel carries it.',
    success: { status: 200, shape: 'CreditBalance', doc: 'The balance.' },
    errors: [],
  },
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
