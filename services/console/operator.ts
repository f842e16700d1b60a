import { bearerToken } from '../shared/http/bearer-token';
import { errorReply } from '../shared/http/errors';
import type { Handler } from '../shared/http/route';
import { isSameSecret } from '../shared/same-secret';

/** Lets requests with the operator's token through. */
export type OperatorsOnly = (handle: Handler) => Handler;

export function operatorsOnly(operatorToken: string): OperatorsOnly {
  return (handle) => async (request) => {
    const given = bearerToken(request.headers);
    if (given === undefined || !isSameSecret(given, operatorToken)) {
      return errorReply('operator.invalid_token', { 'WWW-Authenticate': 'Bearer' });
    }
    return handle(request);
  };
}
