import { isIP } from 'node:net';
import type { Logger } from '../../streams/runtime/logger';
import type { HttpRequest } from '../shared/http/route';
import { callerAddress } from '../shared/http/unfinished-bodies';
import { isSameSecret } from '../shared/same-secret';
import type { ConsoleTelemetry, ShownAt } from './telemetry';
import type { TokenTries } from './token-tries';

/** How a shown token was judged. */
export type TokenVerdict = { readonly outcome: 'accepted' } | TokenRefusal;

export type TokenRefusal =
  | { readonly outcome: 'wrong_token' }
  /** There were too many wrong tokens, so this one was not looked at. */
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number };

type Shown = Pick<HttpRequest, 'headers' | 'remoteAddress'>;

/** Checks whether this is the operator's token, as long as the caller has tries left (OPER-2). */
export type TokenCheck = (given: string, request: Shown, at: ShownAt) => Promise<TokenVerdict>;

export interface TokenCheckOptions {
  readonly operatorToken: string;
  readonly tries: TokenTries;
  /** How many proxies in front of the console add to `X-Forwarded-For`. */
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
    // Throttled tries are only counted, because their number has no limit.
    if (verdict.outcome === 'wrong_token') logger.warn({ caller, at }, 'a wrong operator token was shown');
    return verdict;
  };
}

/** A throttled caller gets the same answer to the right token. Otherwise the limit would not stop a guess. */
function verdictOn(isRight: boolean, waitMs: number): TokenVerdict {
  if (waitMs > 0) return { outcome: 'throttled', retryAfterSeconds: Math.ceil(waitMs / 1_000) };
  return { outcome: isRight ? 'accepted' : 'wrong_token' };
}

/**
 * Each proxy appends the address of its caller, so only the last addresses, as many as there are proxies, can be
 * believed. The caller wrote the addresses before them.
 */
function callerOf({ headers, remoteAddress }: Shown, proxies: number): string {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  const reported = proxies > 0 ? (hops.at(-proxies)?.trim() ?? '') : '';
  return callerAddress(isIP(reported) === 0 ? remoteAddress : reported);
}
