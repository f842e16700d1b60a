import { countOf } from '../fixtures/log-client';
import { createBusiness, push } from '../fixtures/merchant';
import { freePorts, startRedis } from '../fixtures/servers';
import { sharedServers } from '../fixtures/shared-servers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

type Redis = Awaited<ReturnType<typeof startRedis>>;

let redis: Redis;
let startAgain: () => Promise<Redis>;
let world: World;
beforeAll(async () => {
  const { LOCAL_REDIS_PORT: port } = await freePorts();
  startAgain = () => startRedis({ home: sharedServers().home, name: 'redis-that-fails', port });
  redis = await startAgain();
  world = await openWorld({ env: { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '250' } });
  await world.start('pipeline', 'ledger').ready();
});
afterAll(async () => {
  await world.close();
  await redis.stop();
});

test('when Redis is killed and comes back, a key counts once and the service goes on (IDEM-13)', async () => {
  const { id, apiKey } = await createBusiness(world);
  const ingress = world.start('ingress');
  const url = await ingress.ready();
  const first = await push(url, apiKey, 'order-1');
  expect(first.status).toBe(201);

  process.kill(redis.pid, 'SIGKILL');
  await ingress.logged('Redis is down; continuing without it');
  const replayed = await push(url, apiKey, 'order-1');
  expect([replayed.status, replayed.text]).toEqual([201, first.text]);
  const twins = await Promise.all(Array.from({ length: 10 }, () => push(url, apiKey, 'order-2')));
  expect(new Set(twins.map(({ status, text }) => `${String(status)} ${text}`)).size).toBe(1);
  expect(await countOf(world, 'messages', id)).toBe(2);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  redis = await startAgain();
  await ingress.logged('Redis is back');
  await until('keys are leased again', async () => {
    const rivals = await Promise.all([push(url, apiKey, 'order-3'), push(url, apiKey, 'order-3')]);
    return rivals.every(({ status }) => status === 201 || status === 409);
  });
  expect((await push(url, apiKey, 'order-1')).text).toBe(first.text);
  expect(await countOf(world, 'messages', id)).toBe(3);
});

test('readiness reports a Redis that hangs with its connections open, and the service goes on', async () => {
  const { apiKey } = await createBusiness(world);
  const url = await world.start('ingress').ready();
  await until('Redis is up', async () => (await readiness(url)).redis.ok);

  process.kill(redis.pid, 'SIGSTOP');
  try {
    expect(await readiness(url)).toEqual({ status: 200, redis: { ok: false, required: false } });
    expect((await push(url, apiKey, 'order-1')).status).toBe(201);
  } finally {
    process.kill(redis.pid, 'SIGCONT');
  }
  await until('Redis is up again', async () => (await readiness(url)).redis.ok);
});

async function readiness(url: string) {
  const answer = await fetch(`${url}/readyz`);
  const { checks } = (await answer.json()) as { checks: Record<'redis', { ok: boolean; required: boolean }> };
  return { status: answer.status, redis: checks.redis };
}
