import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerToken } from '../shared/http/bearer-token';
import { errorReply } from '../shared/http/errors';
import type { Handler } from '../shared/http/route';

/** Lets requests with the operator's token through. */
export type OperatorsOnly = (handle: Handler) => Handler;

/** Digests are compared, for they are equally long: a comparison of the texts would tell the token's length. */
export function operatorsOnly(operatorToken: string): OperatorsOnly {
  const expected = digest(operatorToken);
  return (handle) => async (request) => {
    const given = bearerToken(request.headers);
    if (given === undefined || !timingSafeEqual(digest(given), expected)) {
      return errorReply('operator.invalid_token', { 'WWW-Authenticate': 'Bearer' });
    }
    return handle(request);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
