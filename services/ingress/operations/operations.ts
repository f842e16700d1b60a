import type { ErrorCode } from '../../../schemas/api/errors';
import { CREDIT_OPERATIONS } from './credit-operations';
import { KEY_OPERATIONS } from './key-operations';
import { MESSAGE_OPERATIONS } from './message-operations';
import type { ApiOperation } from './operation';
import { RECIPIENT_OPERATIONS } from './recipient-operations';
import { WEBHOOK_OPERATIONS } from './webhook-operations';

/** All operations of the merchant API. */
export const OPERATIONS: readonly ApiOperation[] = [
  ...MESSAGE_OPERATIONS,
  ...CREDIT_OPERATIONS,
  ...RECIPIENT_OPERATIONS,
  ...KEY_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
];

/** The errors that any operation may answer with, in the order in which they are checked (ERR-7). */
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
