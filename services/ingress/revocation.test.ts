import type { Sql } from '../../streams/runtime/postgres/database';
import { createAccessCache } from '../shared/access-cache';
import type { RedisScript, RedisStore } from '../shared/redis';
import { fingerprintApiKey, newApiKey } from '../shared/requests/api-keys';
import { accessTo } from './access/access';

const business = { businessId: 'biz_1', active: true, requestsPerSecond: 10, burst: 20, version: 1 };
const access = { ...business, keyId: 'key_1', scopes: ['messages:write'] };

/** Two instances with one Redis and one database. The database knows the key until it is revoked. */
function given() {
  const apiKey = newApiKey();
  const sha256 = fingerprintApiKey(apiKey) ?? Buffer.alloc(0);
  const redis = redisInMemory();
  const database = { knowsTheKey: true, asked: 0, whileReading: () => Promise.resolve() };
  const query = async <Row>(): Promise<Row[]> => {
    database.asked += 1;
    const rows = database.knowsTheKey ? [access as Row] : [];
    await database.whileReading();
    return rows;
  };
  const instance = () => {
    const cache = createAccessCache(redis);
    const open = accessTo({ sql: { query } satisfies Sql, cache });
    return { cache, opens: async () => (await open(apiKey, 1)) !== undefined };
  };
  const [one, other] = [instance(), instance()];
  const revoke = async () => {
    database.knowsTheKey = false;
    await other.cache.revoke([sha256]);
  };
  return { redis, database, one, other, revoke };
}

describe('a key that was revoked', () => {
  it('stays revoked when an instance fills the cache with what it read before (HAZ-27)', async () => {
    const { database, one, other, revoke } = given();
    database.whileReading = revoke;
    expect(await one.opens()).toBe(false);
    expect([await one.opens(), await other.opens()]).toEqual([false, false]);
    expect(database.asked).toBe(1);
  });

  it('leaves a tombstone that far outlives every entry, but not for ever', async () => {
    const { redis, one, revoke } = given();
    await one.opens();
    const [entryMs = 0] = redis.leasesMs;
    await revoke();
    const [tombstoneMs = 0] = redis.leasesMs;
    expect(tombstoneMs).toBeGreaterThan(100 * entryMs);
    expect(tombstoneMs).toBeLessThan(Infinity);
  });

  it('is accepted for 30 s at most if the instance that revoked it died before it wrote to Redis (KEY-11)', async () => {
    const { redis, database, one } = given();
    await one.opens();
    database.knowsTheKey = false;
    expect(redis.leasesMs).toEqual([30_000]);
    redis.values.clear();
    expect(await one.opens()).toBe(false);
  });

  it('stays revoked when Redis restarts empty while an instance reads', async () => {
    const { redis, database, one, other, revoke } = given();
    database.whileReading = async () => {
      await revoke();
      redis.restartWith(new Map());
    };
    await one.opens();
    expect([await one.opens(), await other.opens()]).toEqual([false, false]);
  });

  it('opens nothing on the instance that had cached it (KEY-10)', async () => {
    const { database, one, other, revoke } = given();
    expect([await one.opens(), await other.opens()]).toEqual([true, true]);
    expect(database.asked).toBe(1);
    await revoke();
    expect([await one.opens(), await other.opens()]).toEqual([false, false]);
  });

  it('stays revoked when Redis comes back with the entry of the key but without the tombstone', async () => {
    const { redis, one, other, revoke } = given();
    expect(await one.opens()).toBe(true);
    const saved = new Map(redis.values);
    await revoke();
    redis.restartWith(saved);
    expect([await one.opens(), await other.opens()]).toEqual([false, false]);
  });
});

test('after a restart of Redis, each key is read from the database again', async () => {
  const { redis, database, one, other } = given();
  expect(await one.opens()).toBe(true);
  redis.restartWith(new Map(redis.values));
  expect([await one.opens(), await other.opens()]).toEqual([true, true]);
  expect(database.asked).toBe(2);
});

function redisInMemory() {
  const redis = {
    values: new Map<string, string>(),
    leases: new Map<string, number>(),
    get leasesMs() {
      return [...redis.leases.values()];
    },
    runId: 'run1',
    isAnswering: () => Promise.resolve(true),
    async setIfAbsent(key: string, value: string, leaseMs: number) {
      if (redis.values.has(key)) return false;
      redis.values.set(key, value);
      redis.leases.set(key, leaseMs);
      return true;
    },
    async set(key: string, value: string, leaseMs: number) {
      redis.values.set(key, value);
      redis.leases.set(key, leaseMs);
    },
    deleteIfHolds: () => Promise.resolve(),
    /** Admits every request and ignores the settings. */
    async run({ name }: RedisScript, keys: readonly string[]) {
      if (name !== 'admitRequests') return 1;
      return keys.map((key) => {
        const entry = redis.values.get(key) ?? null;
        return entry === null || entry === 'revoked' ? entry : `${entry} 1 1 19 10 20`;
      });
    },
    close: () => Promise.resolve(),
    restartWith(saved: Map<string, string>) {
      redis.values = saved;
      redis.runId = 'run2';
    },
  };
  return redis satisfies RedisStore;
}
