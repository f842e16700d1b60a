import type { RedisScript, RedisStore } from '../shared/redis';
import { createTriesInMemory } from './tries-in-memory';
import { KNOWN_FOR_MS, OF_ALL, OF_ONE_ADDRESS, type Allowance } from './try-limits';

/** Limits how many wrong tokens are looked at, so that guessing the token is hopeless (OPER-2). */
export interface TokenTries {
  /**
   * Returns the milliseconds until the caller may show a token again, or 0 if the token counts now. Only a wrong token
   * uses up a try. A right token still needs a try that is left, because otherwise every guess would be looked at.
   */
  take(caller: string, isRight: boolean): Promise<number>;
}

/** All instances count together in Redis. While Redis is down each instance counts alone, so the limit still holds. */
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
 * Decides as `tries-in-memory.ts` does. It uses the clock of Redis, so a host whose clock is ahead allows no more
 * tries. A throttled caller cannot tell a right token from a wrong one by the time, because both write the same keys.
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
