import { bearerToken } from '../shared/http/bearer-token';
import { errorReply, type ErrorCode } from '../shared/http/errors';
import type { HttpRequest, Route } from '../shared/http/route';
import { isSameSecret } from '../shared/same-secret';
import { isFromThePage, type Sessions } from './session';

/** Lets machines with the operator's token through, and people with a session. */
export type OperatorsOnly = (route: Route) => Route;

export function operatorsOnly(operatorToken: string, sessions: Pick<Sessions, 'isOpen'>): OperatorsOnly {
  return (route) => ({
    ...route,
    async handle(request) {
      const refusal = refusalOf(request, route);
      if (refusal === null) return route.handle(request);
      return errorReply(
        refusal,
        refusal === 'operator.invalid_token' ? { 'WWW-Authenticate': 'Bearer' } : {},
      );
    },
  });

  /** Whoever shows a token is taken at that: a wrong one is not made good by a cookie. */
  function refusalOf({ headers }: HttpRequest, { method }: Route): ErrorCode | null {
    if (headers.authorization !== undefined) {
      const given = bearerToken(headers);
      return given !== undefined && isSameSecret(given, operatorToken) ? null : 'operator.invalid_token';
    }
    if (!sessions.isOpen(headers)) return 'operator.invalid_token';
    return method === 'GET' || isFromThePage(headers) ? null : 'operator.foreign_request';
  }
}
