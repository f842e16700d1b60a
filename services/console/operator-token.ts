import { isIP } from 'node:net';
import type { Logger } from '../../streams/runtime/logger';
import type { HttpRequest } from '../shared/http/route';
import { callerAddress } from '../shared/http/unfinished-bodies';
import { isSameSecret } from '../shared/same-secret';
import type { ConsoleTelemetry, ShownAt } from './telemetry';
import type { TokenTries } from './token-tries';

export type TokenVerdict = { readonly outcome: 'accepted' } | TokenRefusal;

export type TokenRefusal =
  | { readonly outcome: 'wrong_token' }
  /** There were too many wrong ones; whether this is the right one is not said. */
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number };

type Shown = Pick<HttpRequest, 'headers' | 'remoteAddress'>;

/** Whether this is the operator's token, for as many tries as a caller has. */
export type TokenCheck = (given: string, request: Shown, at: ShownAt) => Promise<TokenVerdict>;

export interface TokenCheckOptions {
  readonly operatorToken: string;
  readonly tries: TokenTries;
  /** Proxies on the way here that add to `X-Forwarded-For`. */
  readonly proxies: number;
  readonly telemetry: ConsoleTelemetry;
  readonly logger: Pick<Logger, 'warn'>;
}

export function createTokenCheck(options: TokenCheckOptions): TokenCheck {
  const { operatorToken, tries, proxies, telemetry, logger } = options;
  return async (given, request, at) => {
    const caller = callerOf(request, proxies);
    const isRight = isSameSecret(given, operatorToken);
    const waitMs = await tries.take(caller, isRight);
    const verdict = verdictOn(isRight, waitMs);
    telemetry.tokenShown(at, verdict.outcome);
    // Those that were throttled are only counted: their number has no limit.
    if (verdict.outcome === 'wrong_token') logger.warn({ caller, at }, 'a wrong operator token was shown');
    return verdict;
  };
}

/** The right one is not told apart either where there were too many tries, or the limit would be none. */
function verdictOn(isRight: boolean, waitMs: number): TokenVerdict {
  if (waitMs > 0) return { outcome: 'throttled', retryAfterSeconds: Math.ceil(waitMs / 1_000) };
  return { outcome: isRight ? 'accepted' : 'wrong_token' };
}

/**
 * Each proxy adds the address that it was called from, so as many from the end as there are proxies are true. What stands
 * before them is what the caller says.
 */
function callerOf({ headers, remoteAddress }: Shown, proxies: number): string {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  const told = proxies > 0 ? (hops.at(-proxies)?.trim() ?? '') : '';
  return callerAddress(isIP(told) === 0 ? remoteAddress : told);
}
