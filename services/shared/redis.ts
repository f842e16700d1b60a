import { Redis } from 'ioredis';
import type { Logger } from '../../streams/runtime/logger';

/** The few things Redis is used for. Every call may reject, at once when Redis is away: callers have another way. */
export interface RedisStore {
  /** False: somebody else's value is there. */
  setIfAbsent(key: string, value: string, leaseMs: number): Promise<boolean>;
  /** Deletes the key only while it holds this very value. */
  deleteIfHolds(key: string, value: string): Promise<void>;
  readonly isConnected: boolean;
  close(): Promise<void>;
}

/**
 * Redis is a shortcut, never the truth, so a request must not wait for it: no queue while it is away, no second try,
 * and an answer that takes longer than a look-up in Postgres is no shortcut any more.
 */
export function openRedis(url: string, logger: Logger): RedisStore {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 250,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  reportChanges(redis, logger);

  return {
    async setIfAbsent(key, value, leaseMs) {
      return (await redis.set(key, value, 'PX', leaseMs, 'NX')) === 'OK';
    },
    async deleteIfHolds(key, value) {
      await redis.eval(DELETE_IF_HOLDS, 1, key, value);
    },
    get isConnected() {
      return redis.status === 'ready';
    },
    close() {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

/** Without the comparison, a holder whose lease ran out would delete its successor's claim. */
const DELETE_IF_HOLDS = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/** One line when it goes and one when it is back: every attempt in between emits an error of its own. */
function reportChanges(redis: Redis, logger: Logger): void {
  let away = false;
  // Without a listener, an error event would end the process.
  redis.on('error', (error: Error) => {
    if (!away) logger.warn({ error: error.message }, 'Redis is away, working without it');
    away = true;
  });
  redis.on('ready', () => {
    if (away) logger.info({}, 'Redis is back');
    away = false;
  });
}
