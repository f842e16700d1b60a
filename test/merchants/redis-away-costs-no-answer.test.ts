import { countOf } from '../fixtures/log-client';
import { createBusiness, push } from '../fixtures/merchant';
import { isShown, readinessOf } from '../fixtures/readiness';
import { freePorts, startRedis } from '../fixtures/servers';
import { sharedServers } from '../fixtures/shared-servers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

type Redis = Awaited<ReturnType<typeof startRedis>>;

let start: () => Promise<Redis>;
let redis: Redis | undefined;
let world: World;
let ledgerUrl: string;
let url: string;
let merchant: { id: string; apiKey: string };
beforeAll(async () => {
  const { LOCAL_REDIS_PORT: port } = await freePorts();
  start = () => startRedis({ home: sharedServers().home, name: 'redis-for-replies', port });
  const env = { REDIS_URL: `redis://127.0.0.1:${String(port)}`, REDIS_TIMEOUT_MS: '250' };
  world = await openWorld({ env });
});
afterAll(async () => {
  await world.close();
  await redis?.stop();
});

test('ledger and ingress start without Redis, and every request is answered', async () => {
  [ledgerUrl, url] = await Promise.all([
    world.start('pipeline', 'ledger').ready(),
    world.start('ingress').ready(),
  ]);
  merchant = await createBusiness(world);
  expect(await pushMany('before')).toEqual(ACCEPTED);
  expect(await isShown(url, 'replies', false)).toBe(true);
  expect(await repliesLost()).toBeGreaterThan(0);
  expect((await readinessOf(ledgerUrl)).status).toBe(200);
});

test('replies arrive as soon as Redis is up', async () => {
  redis = await start();
  await repliesArrive('there');
});

test('a Redis that is killed and restarted costs no answer, and replies arrive again (HAZ-11)', async () => {
  process.kill(redis!.pid, 'SIGKILL');
  await until('no reply can come', () => isShown(url, 'replies', false));
  expect(await pushMany('away')).toEqual(ACCEPTED);
  redis = await start();
  await repliesArrive('back');
});

test('a Redis that hangs delays neither ledger nor answers, and replies arrive again when it goes on', async () => {
  process.kill(redis!.pid, 'SIGSTOP');
  try {
    expect(await pushMany('hanging')).toEqual(ACCEPTED);
    await until('no reply can come', () => isShown(url, 'replies', false));
    expect(await pushMany('still-hanging')).toEqual(ACCEPTED);
    const lost = await repliesLost();
    await until('the ledger sends nothing more to Redis', async () => {
      expect(await pushOne(`lost-${String(attempts++)}`)).toBe(201);
      return (await repliesLost()) > lost;
    });
    expect((await readinessOf(ledgerUrl)).status).toBe(200);
  } finally {
    process.kill(redis!.pid, 'SIGCONT');
  }
  await repliesArrive('going-on');
  expect(await countOf(world, 'messages', merchant.id)).toBe(keys.size);
});

const ACCEPTED = Array<number>(20).fill(201);
const keys = new Set<string>();
let attempts = 0;

async function pushMany(name: string): Promise<number[]> {
  return Promise.all(ACCEPTED.map((_accepted, n) => pushOne(`${name}-${String(n)}`)));
}

async function pushOne(key: string): Promise<number> {
  keys.add(key);
  return (await push(url, merchant.apiKey, key)).status;
}

/**
 * Replies count as lost from an outcome that was looked up until the next reply, so this pushes until a reply arrives.
 */
async function repliesArrive(name: string): Promise<void> {
  await until('replies arrive', async () => {
    expect(await pushOne(`${name}-${String(attempts++)}`)).toBe(201);
    return isShown(url, 'replies', true);
  });
}

async function repliesLost(): Promise<number> {
  const metrics = await (await fetch(`${ledgerUrl}/metrics`)).text();
  return Number(/^ledger_replies_lost_total (\d+)$/m.exec(metrics)?.[1]);
}
