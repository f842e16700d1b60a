import type { Sql } from '../../../streams/runtime/postgres/database';
import type { Access, AccessCache, CachedAccess } from '../../shared/access-cache';
import { fingerprintApiKey } from '../../shared/requests/api-keys';

/** Finds what a key opens, and takes `cost` requests from the rate of its business. */
export type AccessTo = (apiKey: string | undefined, cost: number) => Promise<CachedAccess | undefined>;

export interface AccessDependencies {
  readonly sql: Sql;
  readonly cache: AccessCache;
}

/**
 * Asks Redis first, and PostgreSQL if Redis does not know the key. Without Redis no rate is counted: the service stays
 * open (LIMIT-8).
 */
export function accessTo({ sql, cache }: AccessDependencies): AccessTo {
  return async (apiKey, cost) => {
    const sha256 = apiKey === undefined ? undefined : fingerprintApiKey(apiKey);
    if (sha256 === undefined) return undefined;
    const admit = () => cache.admit(sha256, cost).catch(() => undefined);
    const lookUp = async (): ReturnType<typeof admit> => {
      const { run } = cache;
      const [access] = await sql.query<Access>(FIND_ACCESS, [sha256]);
      if (access === undefined) return undefined;
      await cache.fill(run, sha256, access).catch(() => undefined);
      // Ask Redis again, because this request counts towards the rate as well.
      return (await admit()) ?? { ...access, allowed: true, tokens: access.burst };
    };
    const found = (await admit()) ?? (await lookUp());
    return found === 'revoked' ? undefined : found;
  };
}

const FIND_ACCESS = {
  name: 'ingress-access',
  text: `
    SELECT b.id AS "businessId", b.active, b.requests_per_second AS "requestsPerSecond", b.burst, b.version, k.id AS "keyId",
      k.scopes
    FROM api_keys k JOIN businesses b ON b.id = k.business_id
    WHERE k.sha256 = $1 AND k.revoked_at IS NULL`,
};
