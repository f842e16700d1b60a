import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { push, request } from '../fixtures/merchant';
import { aMerchant, product, startBeside } from '../fixtures/product';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';

let redis: SlowRedis;
let ingress: ServiceProcess;
beforeAll(async () => {
  redis = await startSlowRedis(new URL(product().env['REDIS_URL']!));
  ingress = startBeside({ REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '1000' }, 'ingress');
});
afterAll(async () => {
  await ingress.kill();
  redis.close();
});

test('a Redis that is slow to report its run id counts as down until it has reported it', async () => {
  const url = await ingress.ready();
  const { apiKey } = await aMerchant();
  await until('Redis was asked', () => redis.isHolding);
  // The ingress gives up its own call to Redis, and with it the question for the run id before it.
  expect((await push(url, apiKey, 'early')).status).toBe(201);
  expect(await checkOf(url, 'redis')).toEqual({ ok: false, required: false });

  redis.release();
  await until('Redis is up', async () => (await checkOf(url, 'redis'))?.ok);
  const headers = { authorization: `Bearer ${apiKey}` };
  const made = await request(`${url}/api/v1/keys`, { method: 'POST', headers, body: '{}' });
  const revoked = await request(`${url}/api/v1/keys/${String(made.body['id'])}`, {
    method: 'DELETE',
    headers,
  });
  expect([revoked.status, redis.connections]).toEqual([204, 1]);
  expect((await push(url, made.body['key'] as string, 'late')).status).toBe(401);
});

async function checkOf(url: string, name: string) {
  const { body } = await request(`${url}/readyz`, { method: 'GET' });
  return (body['checks'] as Record<string, { ok: boolean; required: boolean }>)[name];
}

interface SlowRedis {
  readonly url: string;
  /** Connections that asked for the run id. The connection for replies does not. */
  readonly connections: number;
  /** True while Redis owes an answer about its run id. */
  readonly isHolding: boolean;
  release(): void;
  close(): void;
}

/** The real Redis behind a connection that stalls when the run id is asked for, until it is released. */
async function startSlowRedis({ hostname, port }: URL): Promise<SlowRedis> {
  const sockets: Socket[] = [];
  const asking = new Set<Socket>();
  let held: (() => void)[] | undefined;
  let released = false;
  const server = createServer((client) => {
    const real = connect(Number(port), hostname);
    sockets.push(client, real);
    for (const socket of [client, real]) socket.on('error', () => undefined);
    client.on('close', () => real.destroy());
    real.pipe(client);
    client.on('data', (chunk) => {
      const asks = chunk.includes('\r\nserver\r\n');
      if (asks) asking.add(client);
      if (asks && !released) held ??= [];
      if (held === undefined) real.write(chunk);
      else held.push(() => real.write(chunk));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    get connections() {
      return asking.size;
    },
    get isHolding() {
      return held !== undefined;
    },
    release() {
      released = true;
      for (const write of held ?? []) write();
      held = undefined;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
