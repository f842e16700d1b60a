import { bearerToken } from '../shared/http/bearer-token';
import { errorReply } from '../shared/http/errors';
import type { HttpReply } from '../shared/http/reply';
import type { HttpRequest, Route } from '../shared/http/route';
import type { TokenCheck } from './operator-token';
import { isFromThePage, type Sessions } from './session';

/** Wraps a route so that only a machine with the operator's token or a person with a session gets through (OPER-1). */
export type OperatorsOnly = (route: Route) => Route;

export function operatorsOnly(checkToken: TokenCheck, sessions: Pick<Sessions, 'isOpen'>): OperatorsOnly {
  return (route) => ({
    ...route,
    handle: async (request) => (await refusalOf(request, route)) ?? route.handle(request),
  });

  /** If a token is shown, it alone counts: a cookie does not make up for a wrong token (OPER-1). */
  async function refusalOf(request: HttpRequest, { method }: Route): Promise<HttpReply | undefined> {
    const { headers } = request;
    if (headers.authorization !== undefined) return refusalOfToken(request);
    if (!(await sessions.isOpen(headers))) return unknownOperator();
    return method === 'GET' || isFromThePage(headers) ? undefined : errorReply('operator.foreign_request');
  }

  async function refusalOfToken(request: HttpRequest): Promise<HttpReply | undefined> {
    const given = bearerToken(request.headers);
    if (given === undefined) return unknownOperator();
    const verdict = await checkToken(given, request, 'api');
    switch (verdict.outcome) {
      case 'accepted':
        return undefined;
      case 'wrong_token':
        return unknownOperator();
      case 'throttled':
        return errorReply('request.rate_limited', { 'Retry-After': String(verdict.retryAfterSeconds) });
    }
  }
}

function unknownOperator(): HttpReply {
  return errorReply('operator.invalid_token', { 'WWW-Authenticate': 'Bearer' });
}
