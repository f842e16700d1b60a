import { accessTo } from '../../services/ingress/access/access';
import { createAccessCache } from '../../services/shared/access-cache';
import { openRedis, type RedisStore } from '../../services/shared/redis';
import { fingerprintApiKey, newApiKey } from '../../services/shared/requests/api-keys';
import { sharedServers } from '../fixtures/shared-servers';
import { PATIENCE_MS, until } from '../fixtures/until';
import { SILENT } from '../fixtures/world';

let redis: RedisStore;
beforeAll(async () => {
  redis = openRedis({ url: sharedServers().redisUrl, timeoutMs: PATIENCE_MS }, SILENT);
  await until('Redis has reported its run id', () => redis.runId);
});
afterAll(() => redis.close());

const business = { businessId: 'biz_late_fill', active: true, requestsPerSecond: 10, burst: 20, version: 1 };
const access = { ...business, keyId: 'key_late_fill', scopes: ['messages:write'] };

test('a key that is revoked while an instance reads it opens nothing, then and later (KEY-10)', async () => {
  const cache = createAccessCache(redis);
  const apiKey = newApiKey();
  let reads = 0;
  const query = async <Row>(): Promise<Row[]> => {
    reads += 1;
    // The instance has read the row, then the revocation is confirmed, and then the instance fills its cache.
    await cache.revoke([fingerprintApiKey(apiKey)!]);
    return [access as Row];
  };
  const open = accessTo({ sql: { query }, cache });
  expect(await open(apiKey, 1)).toBeUndefined();
  expect(await open(apiKey, 1)).toBeUndefined();
  expect(reads).toBe(1);
});

test('a key that is not revoked is read once and then found in Redis', async () => {
  let reads = 0;
  const query = async <Row>(): Promise<Row[]> => {
    reads += 1;
    return [access as Row];
  };
  const cache = createAccessCache(redis);
  const open = accessTo({ sql: { query }, cache });
  const apiKey = newApiKey();
  expect(await open(apiKey, 1)).toMatchObject({ keyId: 'key_late_fill', allowed: true });
  expect(await open(apiKey, 1)).toMatchObject({ keyId: 'key_late_fill', allowed: true });
  expect(reads).toBe(1);
});
