import { Redis } from 'ioredis';
import type { Logger } from '../../streams/runtime/logger';

/** The log lines for losing Redis and for its return. */
export interface RedisWords {
  readonly lost: string;
  readonly restored: string;
}

/** What one use of Redis needs of its connection. */
export interface ConnectionOptions {
  /** A call without an answer by then fails. The answer may still come. */
  readonly commandTimeout?: number;
  /** The connection is closed if an answer is due and nothing arrives for this long. */
  readonly socketTimeout?: number;
  readonly autoResubscribe?: boolean;
}

/**
 * Redis is a shortcut and never the truth, so nothing waits for it. Calls fail at once while it is down and are not
 * repeated, and the connection is tried again until it succeeds.
 */
export function connectRedis(
  url: string,
  options: ConnectionOptions,
  logger: Logger,
  words: RedisWords,
): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    ...options,
  });
  reportChanges(redis, logger, words);
  return redis;
}

/** Logs one line when Redis is lost and one when it is back, because every attempt in between emits an error. */
function reportChanges(redis: Redis, logger: Logger, words: RedisWords): void {
  let isLost = false;
  // Without a listener, an error event would end the process.
  redis.on('error', (error: Error) => {
    const fields = { variable: 'REDIS_URL', error };
    if (!isLost) logger.warn(fields, words.lost);
    isLost = true;
  });
  redis.on('ready', () => {
    if (isLost) logger.info({}, words.restored);
    isLost = false;
  });
}
