import type { PaidChannel } from '../channels';

/** The errors that refuse a resend, on any paid channel. */
type ResendRefusal = `${PaidChannel}.${'already_sent' | 'may_have_sent'}`;

/** Every error code with its HTTP status (ERR-1). No other file pairs a code with a status. */
const statuses = {
  'business.already_exists': 409,
  'business.inactive': 403,
  'business.invalid_api_key': 401,
  'business.key_not_permitted': 403,
  'business.not_found': 404,
  'callback.invalid_signature': 403,
  'common.validation_failed': 422,
  'dead_letter.already_replayed': 409,
  'dead_letter.expired': 409,
  'dead_letter.not_found': 404,
  'dead_letter.person_erased': 409,
  'dead_letter.unreadable': 409,
  'idempotency.key_reused': 409,
  'idempotency.request_in_progress': 409,
  'key.limit_reached': 409,
  'key.not_found': 404,
  'message.not_active': 409,
  'message.not_found': 404,
  'operator.foreign_request': 403,
  'operator.invalid_token': 401,
  'request.headers_too_large': 431,
  'request.malformed': 400,
  'request.rate_limited': 429,
  'request.timed_out': 408,
  'request.too_large': 413,
  'request.unstorable_input': 422,
  'recipient.not_found': 404,
  'route.method_not_allowed': 405,
  'route.not_found': 404,
  'send.not_found': 404,
  'service.internal_error': 500,
  'service.unavailable': 503,
  'sms.already_sent': 409,
  'sms.may_have_sent': 409,
  'sms.phone_already_in_use': 409,
  'template.not_found': 404,
  'whatsapp.already_sent': 409,
  'whatsapp.escalated_to_sms': 409,
  'whatsapp.may_have_sent': 409,
  'sink.not_found': 404,
  'submission.not_found': 404,
  'webhook_endpoint.disabled': 409,
  'webhook_endpoint.limit_reached': 409,
  'webhook_endpoint.not_found': 404,
} as const;

/** The codes that a response of an API can carry. Merchants branch on them, so a released code keeps its meaning. */
export type ErrorCode = keyof typeof statuses | ResendRefusal;

export const errorStatus: Readonly<Record<ErrorCode, number>> = statuses;

/** The body of an error. A validation failure adds `detail`. */
export interface ErrorBody {
  readonly error_code: ErrorCode;
  readonly detail?: readonly StoredFault[];
}

/** One fault of a request, in the shape and with the names of pydantic v2. */
export interface Fault {
  readonly type: FaultType;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** Null where the value is missing. */
  readonly input: unknown;
}

/** A fault as it is stored, without `input`: that may name a person, and the repeated request carries it again. */
export type StoredFault = Omit<Fault, 'input'>;

/** The names that pydantic uses, and one of our own: `phone_invalid` (ERR-3). */
export const faultTypes = [
  'bool_type',
  'datetime_parsing',
  'dict_type',
  'enum',
  'greater_than_equal',
  'int_type',
  'json_invalid',
  'less_than_equal',
  'list_type',
  'missing',
  'phone_invalid',
  'string_pattern_mismatch',
  'string_too_long',
  'string_too_short',
  'string_type',
  'timezone_aware',
  'too_long',
  'too_short',
  'value_error',
] as const;

export type FaultType = (typeof faultTypes)[number];
