import { errorStatus, type ErrorCode, type Fault } from '../../../schemas/api/errors';
import { jsonReply, type HttpReply } from './reply';

/** Error answers from the one table of codes and statuses. */
export function errorReply(code: ErrorCode, headers: Record<string, string> = {}): HttpReply {
  return jsonReply(errorStatus[code], { error_code: code }, headers);
}

/** Answers 503 with the time after which a retry makes sense. The retry uses the same key and finds the outcome. */
export function unavailableReply(retryAfterSeconds = 2): HttpReply {
  return errorReply('service.unavailable', { 'Retry-After': String(retryAfterSeconds) });
}

export function validationReply(detail: readonly Fault[]): HttpReply {
  return jsonReply(errorStatus['common.validation_failed'], {
    error_code: 'common.validation_failed',
    detail,
  });
}
