import { errorStatus, type ErrorCode, type Fault } from '../../../schemas/api/errors';
import { jsonReply, type HttpReply } from './reply';

export function errorReply(code: ErrorCode, headers: Record<string, string> = {}): HttpReply {
  return jsonReply(errorStatus[code], { error_code: code }, headers);
}

/** The caller retries with the same key and finds the outcome, so it is told when that is worth while. */
export function unavailableReply(retryAfterSeconds = 2): HttpReply {
  return errorReply('service.unavailable', { 'Retry-After': String(retryAfterSeconds) });
}

export function validationReply(detail: readonly Fault[]): HttpReply {
  return jsonReply(errorStatus['common.validation_failed'], {
    error_code: 'common.validation_failed',
    detail,
  });
}
