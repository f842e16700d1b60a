import { createKeyUses } from '../../services/ingress/access/key-uses';
import { createAccessCache } from '../../services/shared/access-cache';
import { openRedis, type RedisStore } from '../../services/shared/redis';
import { openLedgerDatabase } from '../fixtures/ledger-database';
import { sharedServers } from '../fixtures/shared-servers';
import { PATIENCE_MS, until } from '../fixtures/until';
import { SILENT } from '../fixtures/world';

const DAY_MS = 86_400_000;

let redis: RedisStore;
beforeAll(async () => {
  redis = openRedis({ url: sharedServers().redisUrl, timeoutMs: PATIENCE_MS }, SILENT);
  await until('Redis has reported its run id', () => redis.runId);
});
afterAll(() => redis.close());

test('a bucket that a clock a day ahead has filled refills at its rate (LIMIT-8)', async () => {
  const businessId = `biz_ahead_${String(Date.now())}`;
  const cache = createAccessCache(redis);
  const sha256 = Buffer.from(businessId.padEnd(32, '.')).subarray(-32);
  const settings = { businessId, active: true, requestsPerSecond: 1, burst: 20, version: 1 };
  await cache.fill(redis.runId, sha256, { ...settings, keyId: 'key_ahead', scopes: ['messages'] });
  await redis.set(`bucket:${businessId}`, `0 ${String(Date.now() + DAY_MS)}`, DAY_MS);

  expect(await cache.admit(sha256, 1)).toMatchObject({ allowed: false, tokens: 0 });
  await until('there is a token', async () => {
    const access = await cache.admit(sha256, 1);
    return access !== undefined && access !== 'revoked' && access.allowed;
  });
});

test("a key's last use is never dated in the future, and an older future date hides no later use (KEY-17)", async () => {
  const database = await openLedgerDatabase();
  const lastUse = async (): Promise<number> => {
    const [key] = await database.query<{ at: Date }>(LAST_USE, []);
    return key!.at.getTime();
  };
  const noteAt = async (now: () => number): Promise<void> => {
    const uses = createKeyUses(database, { now });
    uses.note('key_1');
    await uses.flush();
  };
  try {
    await database.query(INSERT, [new Date(Date.now() + DAY_MS)]);
    await noteAt(() => Date.now());
    expect(await lastUse()).toBeLessThan(Date.now() + DAY_MS / 2);
    await noteAt(() => Date.now() + DAY_MS);
    expect(await lastUse()).toBeLessThan(Date.now() + DAY_MS / 2);
  } finally {
    await database.close();
  }
});

const INSERT = {
  name: 'test-insert-used-key',
  text: `
    INSERT INTO api_keys (business_id, id, sha256, masked, name, created_at, last_used_at)
    VALUES ('biz_1', 'key_1', '1', 'osk_…', 'Till', now(), $1)`,
};
const LAST_USE = { name: 'test-last-use', text: 'SELECT last_used_at AS at FROM api_keys' };
