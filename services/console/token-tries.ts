import type { RedisScript, RedisStore } from '../shared/redis';
import { createTriesInMemory } from './tries-in-memory';
import { KNOWN_FOR_MS, OF_ALL, OF_ONE_ADDRESS, type Allowance } from './try-limits';

/** Bounds the wrong tokens that are looked at, so that guessing leads nowhere. */
export interface TokenTries {
  /**
   * Milliseconds until the caller may show a token again; 0: what it shows now counts. Only a wrong one uses up a try, but
   * a right one needs one that is left: otherwise every guess would be looked at.
   */
  take(caller: string, isRight: boolean): Promise<number>;
}

/** The same for all instances. While Redis is away each one counts by itself: a limit is needed most when things break. */
export function createTokenTries(
  redis: Pick<RedisStore, 'run'>,
  nowMs = () => performance.now(),
): TokenTries {
  const inMemory = createTriesInMemory(nowMs);
  return {
    async take(caller, isRight) {
      const keys = [`token-tries:${caller}`, `token-known:${caller}`, 'token-tries'];
      const args = [isRight ? 1 : 0, ...limitsOf(OF_ONE_ADDRESS), ...limitsOf(OF_ALL), KNOWN_FOR_MS];
      try {
        return Number(await redis.run(TAKE_TRY, keys, args));
      } catch {
        return inMemory.take(caller, isRight);
      }
    },
  };
}

function limitsOf({ size, refillMs }: Allowance): [number, number] {
  return [size, refillMs];
}

/**
 * Says the same as `tries-in-memory.ts`. Its time is that of Redis, so a host whose clock is ahead lets nobody try more. A
 * right token and a wrong one write the same keys, so they take the same time.
 */
const TAKE_TRY: RedisScript = {
  name: 'takeTokenTry',
  lua: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local function left(key, size, refill)
      local tries, at = string.match(redis.call('GET', key) or size .. ' ' .. now, '^(%S+) (%S+)')
      return math.min(size, tries + math.max(0, now - at) / refill)
    end
    local function keep(key, tries, size, refill)
      redis.call('SET', key, tostring(tries) .. ' ' .. string.format('%d', now), 'PX', size * refill + 1000)
    end

    local right = ARGV[1] == '1'
    local size, refill, sizeOfAll, refillOfAll = unpack(ARGV, 2, 5)
    local isKnown = redis.call('EXISTS', KEYS[2]) == 1
    local own = left(KEYS[1], tonumber(size), tonumber(refill))
    local all = left(KEYS[3], tonumber(sizeOfAll), tonumber(refillOfAll))
    local wait = math.max(0, (1 - own) * refill)
    if not isKnown then wait = math.max(wait, (1 - all) * refillOfAll) end
    if wait == 0 and not right then
      own = own - 1
      if not isKnown then all = all - 1 end
    end
    if wait == 0 and right then redis.call('SET', KEYS[2], '1', 'PX', ARGV[6]) end
    keep(KEYS[1], own, size, refill)
    keep(KEYS[3], all, sizeOfAll, refillOfAll)
    return math.ceil(wait)`,
};
