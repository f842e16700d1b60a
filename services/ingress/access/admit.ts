import type { CachedAccess } from '../../shared/access-cache';
import { bearerToken } from '../../shared/http/bearer-token';
import { errorReply, unavailableReply } from '../../shared/http/errors';
import type { HttpReply } from '../../shared/http/reply';
import type { Handler, HttpRequest } from '../../shared/http/route';
import type { AccessTo } from './access';

/** The business and the key that an operation runs for. */
export interface Caller {
  readonly businessId: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
  /** Counts further requests, as a batch has them. Returns a 429 if the business has too few left. */
  countRequests(requests: number): Promise<HttpReply | undefined>;
}

/** A group of operations that a key may be allowed to call (KEY-4). */
export type Scope = 'messages' | 'recipients' | 'credits' | 'keys' | 'webhooks';

export interface AdmissionDependencies {
  readonly accessTo: AccessTo;
  /** Requests of one business that an instance works on at a time. */
  readonly maxInFlightPerBusiness: number;
  /** Notes that a key was used. */
  readonly used: (keyId: string) => void;
}

export type Operation = (request: HttpRequest, caller: Caller) => Promise<HttpReply>;

/** Whether a request may be made with any key, without regard to its scopes (KEY-9). */
export type Exception = (request: HttpRequest, keyId: string) => boolean;

export type Admit = (scope: Scope, operation: Operation, exception?: Exception) => Handler;

/** Runs an operation if its caller may call it now. Else answers 401, 403 or 429, checked in this order (ERR-7). */
export function createAdmission({ accessTo, maxInFlightPerBusiness, used }: AdmissionDependencies): Admit {
  const inFlight = new Map<string, number>();

  return (scope, operation, exception) => async (request) => {
    const apiKey = bearerToken(request.headers);
    const access = await accessTo(apiKey, 1);
    if (access === undefined) {
      return errorReply('business.invalid_api_key', { 'WWW-Authenticate': 'Bearer' });
    }
    const { businessId, keyId, scopes } = access;
    request.note({ business_id: businessId });
    const permitted = scopes.includes(scope) || exception?.(request, keyId) === true;
    const refusal = refusalFor(access, permitted);
    if (refusal !== undefined) return refusal;
    used(keyId);

    const others = inFlight.get(businessId) ?? 0;
    if (others >= maxInFlightPerBusiness) return unavailableReply(1);
    inFlight.set(businessId, others + 1);
    try {
      return await operation(request, {
        businessId,
        keyId,
        scopes,
        async countRequests(requests) {
          // A batch that costs more than a full bucket costs a full bucket (LIMIT-7). This request took the first token
          // of it.
          const cost = Math.min(requests, access.burst - 1);
          const further = cost > 0 ? await accessTo(apiKey, cost) : access;
          return further?.allowed === false ? tooMany(further, cost + 1) : undefined;
        },
      });
    } finally {
      leave(inFlight, businessId);
    }
  };
}

function refusalFor(access: CachedAccess, permitted: boolean): HttpReply | undefined {
  if (!access.active) return errorReply('business.inactive');
  if (!permitted) return errorReply('business.key_not_permitted');
  return access.allowed ? undefined : tooMany(access, 1);
}

function tooMany(access: CachedAccess, cost: number): HttpReply {
  return errorReply('request.rate_limited', rateHeaders(access, cost));
}

/**
 * When there is enough for the same request, and the state of the bucket: its size, what is left, seconds until it is
 * full.
 */
function rateHeaders(
  { tokens, requestsPerSecond, burst }: CachedAccess,
  cost: number,
): Record<string, string> {
  const seconds = (missing: number): string => String(Math.max(1, Math.ceil(missing / requestsPerSecond)));
  return {
    'Retry-After': seconds(cost - tokens),
    'RateLimit-Limit': String(burst),
    'RateLimit-Remaining': String(Math.max(0, Math.floor(tokens))),
    'RateLimit-Reset': seconds(burst - tokens),
  };
}

function leave(inFlight: Map<string, number>, businessId: string): void {
  const left = (inFlight.get(businessId) ?? 1) - 1;
  if (left === 0) inFlight.delete(businessId);
  else inFlight.set(businessId, left);
}
