import { createAccessCache } from '../shared/access-cache';
import type { RedisScript } from '../shared/redis';
import { newApiKey, fingerprintApiKey } from '../shared/requests/api-keys';
import { accessTo } from './access';

const KEY = newApiKey();
const ROW = {
  businessId: 'biz_1',
  keyId: 'key_1',
  scopes: ['messages'],
  active: true,
  requestsPerSecond: 100,
  burst: 200,
  version: 1,
};

/** Redis as far as access needs it; `restart` loses everything. */
function fakeRedis() {
  const kept = new Map<string, string>();
  return {
    runId: 'r1',
    isConnected: true,
    setIfAbsent: (key: string, value: string) => {
      const isFree = !kept.has(key);
      if (isFree) kept.set(key, value);
      return Promise.resolve(isFree);
    },
    set: (key: string, value: string) => Promise.resolve(void kept.set(key, value)),
    deleteIfHolds: () => Promise.resolve(),
    run({ name }: RedisScript, keys: readonly string[], values: readonly (string | number)[]) {
      if (name === 'setIfNewer') return Promise.resolve(void kept.set(keys[0]!, String(values[1])));
      const answers = keys.map((key) => kept.get(key) ?? null);
      return Promise.resolve(
        answers.map((entry) => (entry?.includes(' ') ? `${entry} 1 1 99 100 200` : entry)),
      );
    },
    restart() {
      kept.clear();
      this.runId = 'r2';
    },
    close: () => Promise.resolve(),
  };
}

/** A database whose first answer is on its way until it is let go. */
function slowDatabase() {
  let isRevoked = false;
  let letGo = (): void => undefined;
  const slow = new Promise<void>((resolve) => (letGo = resolve));
  const query = async <Row>(): Promise<Row[]> => {
    const rows = isRevoked ? [] : [ROW];
    if (!isRevoked) await slow;
    return rows as Row[];
  };
  return { query, letGo: () => letGo(), revoke: () => (isRevoked = true) };
}

describe('hazard 25: a key that is revoked while it is looked up', () => {
  test.each([
    ['stays revoked', false],
    ['stays revoked where Redis was restarted and lost its tombstone', true],
  ])('%s', async (_what, isRestarted) => {
    const [redis, sql] = [fakeRedis(), slowDatabase()];
    const cache = createAccessCache(redis);
    const access = accessTo({ sql, cache, clock: { now: () => 1 } });
    const looking = access(KEY, 1);
    await new Promise(setImmediate);
    sql.revoke();
    await cache.revoke([fingerprintApiKey(KEY)!]);
    if (isRestarted) redis.restart();
    sql.letGo();
    await looking;
    expect(await access(KEY, 1)).toBeUndefined();
  });
});
