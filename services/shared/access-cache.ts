import { shareCalls, type RedisStore, type RedisScript } from './redis';

/**
 * Holds in Redis, for all instances, what each key opens. A fill sets an entry only if there is none, and a revocation
 * overwrites it with a tombstone, so a fill that read the database before comes too late (HAZ-27). Entries carry the id
 * of the run of Redis, because a restarted Redis may have lost a tombstone and kept an older entry.
 */
export interface AccessCache {
  /**
   * Undefined if Redis does not know the key: ask the database. Takes `cost` from the rate of the business, but a full
   * bucket at most, because the request would never be admitted otherwise (LIMIT-7).
   */
  admit(sha256: Buffer, cost: number): Promise<CachedAccess | 'revoked' | undefined>;
  /** The run of Redis that is connected now. */
  readonly run: string | undefined;
  /**
   * `run` is the run that was connected before the database was read. A later run may lack the tombstone of a key that
   * was revoked in between.
   */
  fill(run: string | undefined, sha256: Buffer, access: Access): Promise<void>;
  /** From now on no instance accepts these keys. Rejects if Redis does not confirm it. */
  revoke(keys: readonly Buffer[]): Promise<void>;
  /** Stores the newest settings of a business, so that no instance uses older ones. */
  publish(business: BusinessAccess): Promise<void>;
}

export interface BusinessAccess {
  readonly businessId: string;
  readonly active: boolean;
  readonly requestsPerSecond: number;
  readonly burst: number;
  /** The copy with the higher version is newer. */
  readonly version: number;
}

export interface Access extends BusinessAccess {
  readonly keyId: string;
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
    await redis.run(SET_IF_NEWER, [businessKey(redis.runId, businessId)], [version, settings, ENTRY_MS]);
  };

  const admitAll = shareCalls((requests: readonly AdmissionRequest[]) => {
    const prefix = businessKey(redis.runId ?? '', '');
    const costs = requests.map(({ cost }) => cost);
    return redis.run(
      ADMIT,
      requests.map(({ key }) => key),
      [prefix, ...costs],
    ) as Promise<(string | null)[]>;
  });

  return {
    async admit(sha256, cost) {
      if (redis.runId === undefined) return undefined;
      const answer = await admitAll({ key: accessKey(redis.runId, sha256), cost });
      return answer === null ? undefined : parse(answer);
    },
    get run() {
      return redis.runId;
    },
    async fill(run, sha256, access) {
      if (run === undefined) return;
      await publish(access);
      const entry = `${access.businessId} ${access.keyId} ${access.scopes.join(',')}`;
      await redis.setIfAbsent(accessKey(run, sha256), entry, ENTRY_MS);
    },
    async revoke(keys) {
      const { runId } = redis;
      if (runId === undefined) throw new Error('Redis is down, or the id of its run is not known yet');
      await Promise.all(keys.map((sha256) => redis.set(accessKey(runId, sha256), 'revoked', TOMBSTONE_MS)));
    },
    publish,
  };
}

/**
 * How long a change that could not be published may go unnoticed: settings, or a revocation that the ledger applied
 * while the instance that asked for it died or stopped waiting.
 */
const ENTRY_MS = 30_000;
/**
 * Outlives every entry, and every fill under way. After it ends, the database is asked, and it does not return the key.
 */
const TOMBSTONE_MS = 24 * 3_600_000;

const accessKey = (runId: string, sha256: Buffer): string =>
  `access:${runId}:${sha256.toString('base64url')}`;
const businessKey = (runId: string, businessId: string): string => `business:${runId}:${businessId}`;

interface AdmissionRequest {
  readonly key: string;
  readonly cost: number;
}

function parse(answer: string): CachedAccess | 'revoked' {
  if (answer === 'revoked') return 'revoked';
  const [businessId = '', keyId = '', scopes = '', active, allowed, tokens, rate, burst] = answer.split(' ');
  return {
    businessId,
    keyId,
    scopes: scopes.split(','),
    active: active === '1',
    allowed: allowed === '1',
    tokens: Number(tokens),
    requestsPerSecond: Number(rate),
    burst: Number(burst),
  };
}

/**
 * Reads key, settings and rate in one round trip. The bucket fills by the clock of Redis, because one caller's clock
 * that is ahead would stop it for all others; a bucket that was filled in the future counts from now. The bucket is one
 * text, set together with its expiry: a hash with an expiry of its own took a third more of Redis' time and twice the
 * lines in its file.
 */
const ADMIT: RedisScript = {
  name: 'admitRequests',
  lua: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)

    local function admit(key, asked)
      local entry = redis.call('GET', key)
      if not entry or entry == 'revoked' then return entry end
      local business = string.match(entry, '^%S+')
      local settings = redis.call('GET', ARGV[1] .. business)
      if not settings then return false end
      local active, rate, burst = string.match(settings, '^%d+ (%d) (%d+) (%d+)')
      local cost = math.min(asked, tonumber(burst))
      local bucket = 'bucket:' .. business
      local tokens, at = string.match(redis.call('GET', bucket) or burst .. ' ' .. now, '^(%S+) (%S+)')
      tokens, at = tonumber(tokens), tonumber(at)
      tokens = math.min(tonumber(burst), tokens + math.max(0, now - at) * rate / 1000)
      local allowed = '0'
      if tokens >= cost then
        tokens = tokens - cost
        allowed = '1'
      end
      local lifetime = math.ceil(burst / rate * 1000) + 1000
      redis.call('SET', bucket, tostring(tokens) .. ' ' .. string.format('%d', now), 'PX', lifetime)
      return table.concat({ entry, active, allowed, tostring(tokens), rate, burst }, ' ')
    end

    local answers = {}
    for i, key in ipairs(KEYS) do
      answers[i] = admit(key, tonumber(ARGV[i + 1]))
    end
    return answers`,
};

const SET_IF_NEWER: RedisScript = {
  name: 'setIfNewer',
  lua: `
    local held = redis.call('GET', KEYS[1])
    if held and tonumber(string.match(held, '^%d+')) > tonumber(ARGV[1]) then return 0 end
    redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
    return 1`,
};
