import { randomUUID } from 'node:crypto';
import type { RedisStore } from '../../shared/redis';

/** Marks the key of a request as under way, so that a twin is refused at once. */
export type KeyLeases = (keyHash: Buffer) => Promise<KeyLease>;

export type KeyLease =
  | { readonly outcome: 'taken' }
  | {
      readonly outcome: 'held';
      /** Never throws: a lease that cannot be released runs out by itself. */
      release(): Promise<void>;
    };

/**
 * A lease runs out, so a crash frees it. It is longer than the 15 s that a request waits for its outcome. While Redis
 * is down there is no lease and no early 409, but the ledger still decides under its own lock (HAZ-12).
 */
export function redisKeyLeases(
  redis: Pick<RedisStore, 'setIfAbsent' | 'deleteIfHolds'>,
  leaseMs: number,
): KeyLeases {
  return async (keyHash) => {
    // Keep this name: instances of two releases refuse each other's twins only if both use it.
    const name = `lease:${keyHash.toString('base64url')}`;
    const token = randomUUID();
    const isOurs = await redis.setIfAbsent(name, token, leaseMs).catch(() => true);
    if (!isOurs) return { outcome: 'taken' };
    return {
      outcome: 'held',
      // Release a lease that could not be set too: it may have been written and only the answer lost.
      release: () => redis.deleteIfHolds(name, token).catch(() => undefined),
    };
  };
}
