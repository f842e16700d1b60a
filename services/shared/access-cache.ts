import type { RedisStore, RedisScript } from './redis';

/**
 * Who holds which API key, and what his business may do, where every instance finds it at once.
 *
 * Revoking must hold on every instance before it is confirmed. So a key's entry is filled only where there is none, and
 * revoking overwrites it with a tombstone: a fill that read the database before the revocation comes too late. Entries
 * live under the name of this run of Redis, for a restarted one may have lost a tombstone and kept the entry before it.
 */
export interface AccessCache {
  /** Undefined: not known here, ask the database. Takes `cost` from the business's rate. */
  admit(sha256: Buffer, nowMs: number, cost: number): Promise<CachedAccess | 'revoked' | undefined>;
  fill(sha256: Buffer, access: Access): Promise<void>;
  /** The newest settings of a business, so that no instance goes by older ones. */
  publish(business: BusinessAccess): Promise<void>;
}

export interface BusinessAccess {
  readonly businessId: string;
  readonly active: boolean;
  readonly requestsPerSecond: number;
  readonly burst: number;
  /** Of two copies the one with the higher is newer. */
  readonly version: number;
}

export interface Access extends BusinessAccess {
  readonly scopes: readonly string[];
}

export interface CachedAccess extends Omit<Access, 'version'> {
  readonly allowed: boolean;
  readonly tokens: number;
}

export function createAccessCache(redis: RedisStore): AccessCache {
  const publish = async (business: BusinessAccess): Promise<void> => {
    if (redis.runId === undefined) return;
    const { businessId, version, active, requestsPerSecond, burst } = business;
    const settings = [version, active ? 1 : 0, requestsPerSecond, burst].join(' ');
    await redis.run(SET_IF_NEWER, [businessKey(redis.runId, businessId)], [version, settings, SETTINGS_MS]);
  };

  return {
    async admit(sha256, nowMs, cost) {
      if (redis.runId === undefined) return undefined;
      const { runId } = redis;
      const answer = await redis.run(
        ADMIT,
        [accessKey(runId, sha256)],
        [businessKey(runId, ''), nowMs, cost],
      );
      return answer === null ? undefined : parse(answer as string[]);
    },
    async fill(sha256, access) {
      if (redis.runId === undefined) return;
      await publish(access);
      const entry = `${access.businessId} ${access.scopes.join(',')}`;
      await redis.setIfAbsent(accessKey(redis.runId, sha256), entry);
    },
    publish,
  };
}

/** Bounds how long a change that could not be published may go unnoticed. */
const SETTINGS_MS = 30_000;

const accessKey = (runId: string, sha256: Buffer): string =>
  `access:${runId}:${sha256.toString('base64url')}`;
const businessKey = (runId: string, businessId: string): string => `business:${runId}:${businessId}`;

function parse(answer: readonly string[]): CachedAccess | 'revoked' {
  const [entry = '', active, allowed, tokens, rate, burst] = answer;
  if (entry === 'revoked') return 'revoked';
  const [businessId = '', scopes = ''] = entry.split(' ');
  return {
    businessId,
    scopes: scopes.split(','),
    active: active === '1',
    allowed: allowed === '1',
    tokens: Number(tokens),
    requestsPerSecond: Number(rate),
    burst: Number(burst),
  };
}

/**
 * Key, settings and rate in one round trip. What costs more than a full bucket holds costs a full bucket: it would never
 * be let in otherwise. The bucket fills by the caller's clock, which never runs backwards here.
 */
const ADMIT: RedisScript = {
  name: 'admitRequest',
  lua: `
    local entry = redis.call('GET', KEYS[1])
    if not entry then return false end
    if entry == 'revoked' then return { entry } end
    local business = string.match(entry, '^%S+')
    local settings = redis.call('GET', ARGV[1] .. business)
    if not settings then return false end
    local active, rate, burst = string.match(settings, '^%d+ (%d) (%d+) (%d+)')
    local now, cost = tonumber(ARGV[2]), math.min(tonumber(ARGV[3]), tonumber(burst))
    local bucket = 'rate:' .. business
    local held = redis.call('HMGET', bucket, 'tokens', 'at')
    local tokens, at = tonumber(held[1]) or tonumber(burst), tonumber(held[2]) or now
    if now > at then
      tokens = math.min(tonumber(burst), tokens + (now - at) * rate / 1000)
      at = now
    end
    local allowed = '0'
    if tokens >= cost then
      tokens = tokens - cost
      allowed = '1'
    end
    redis.call('HSET', bucket, 'tokens', tostring(tokens), 'at', at)
    redis.call('PEXPIRE', bucket, math.ceil(burst / rate * 1000) + 1000)
    return { entry, active, allowed, tostring(tokens), rate, burst }`,
};

const SET_IF_NEWER: RedisScript = {
  name: 'setIfNewer',
  lua: `
    local held = redis.call('GET', KEYS[1])
    if held and tonumber(string.match(held, '^%d+')) > tonumber(ARGV[1]) then return 0 end
    redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
    return 1`,
};
