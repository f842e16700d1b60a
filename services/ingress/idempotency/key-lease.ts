import { randomUUID } from 'node:crypto';
import type { RedisStore } from '../../shared/redis';

/** Says that a request with this key is under way, so that a twin is turned away at once. */
export type KeyLeases = (keyHash: Buffer) => Promise<KeyLease>;

export type KeyLease =
  | { readonly outcome: 'taken' }
  | {
      readonly outcome: 'held';
      /** Never throws: what it cannot release runs out by itself. */
      release(): Promise<void>;
    };

/**
 * A lease, so that a crash frees it; longer than the 15 s a request waits for its outcome. Redis being away means no
 * lease and no refusal: the ledger decides once more under its own lock, so only the early 409 is lost.
 */
export function redisKeyLeases(
  redis: Pick<RedisStore, 'setIfAbsent' | 'deleteIfHolds'>,
  leaseMs: number,
): KeyLeases {
  return async (keyHash) => {
    // The name that every release knows: two of them side by side turn each other's twins away.
    const name = `lease:${keyHash.toString('base64url')}`;
    const token = randomUUID();
    const isOurs = await redis.setIfAbsent(name, token, leaseMs).catch(() => true);
    if (!isOurs) return { outcome: 'taken' };
    return {
      outcome: 'held',
      // Also after a failure to set it: the lease may have been written and only its answer lost.
      release: () => redis.deleteIfHolds(name, token).catch(() => undefined),
    };
  };
}
