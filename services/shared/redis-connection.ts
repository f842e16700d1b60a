import { Redis } from 'ioredis';
import type { Logger } from '../../streams/runtime/logger';

/** What the log says when Redis goes and when it is back. */
export interface RedisWords {
  readonly away: string;
  readonly back: string;
}

/** What one use of Redis asks of its connection. */
export interface ConnectionOptions {
  /** A call that has no answer by then fails; the answer may come all the same. */
  readonly commandTimeout?: number;
  /** A connection on which an answer is due, and nothing has come for so long, is ended. */
  readonly socketTimeout?: number;
  readonly autoResubscribe?: boolean;
}

/**
 * Redis is a shortcut, never the truth, so nobody waits for it: no queue while it is away, no second try, and it is
 * connected to again for as long as it takes.
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

/** One line when it goes and one when it is back: every attempt in between emits an error of its own. */
function reportChanges(redis: Redis, logger: Logger, words: RedisWords): void {
  let away = false;
  // Without a listener, an error event would end the process.
  redis.on('error', (error: Error) => {
    const fields = { variable: 'REDIS_URL', error };
    if (!away) logger.warn(fields, words.away);
    away = true;
  });
  redis.on('ready', () => {
    if (away) logger.info({}, words.back);
    away = false;
  });
}
