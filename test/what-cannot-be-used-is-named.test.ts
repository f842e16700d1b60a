import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { startBeside } from './product';
import type { ServiceProcess } from './service-process';

const HIDDEN = 'not-to-be-shown';

test.each([
  ['callbacks', 'DATABASE_URL', `postgres://someone:${HIDDEN}@127.0.0.1:2/nudgeline`],
  ['callbacks', 'DATABASE_URL', `postgres://someone:${HIDDEN}@localhost:2/nudgeline`],
  ['callbacks', 'SCHEMA_REGISTRY_URL', 'http://127.0.0.1:2/apis/ccompat/v7'],
  ['callbacks', 'KAFKA_BROKERS', '127.0.0.1:2'],
  ['setup', 'DATABASE_URL', `postgres://someone:${HIDDEN}@127.0.0.1:2/nudgeline`],
  ['setup', 'SCHEMA_REGISTRY_URL', 'http://127.0.0.1:2/apis/ccompat/v7'],
  ['setup', 'KAFKA_BROKERS', '127.0.0.1:2'],
])('%s names %s where nobody answers at %s', async (role, variable, value) => {
  const started = startBeside({ [variable]: value }, role);
  expect(await started.ended()).toBe(1);
  const { error } = await started.logged('the process ends');
  expect((error as Error).message).toMatch(new RegExp(`at ${variable} cannot be used: .*ECONNREFUSED`));
  expect(JSON.stringify(started.log)).not.toContain(HIDDEN);
});

describe('where somebody listens at SCHEMA_REGISTRY_URL and says nothing', () => {
  const taken: Socket[] = [];
  const silent = createServer((socket) => taken.push(socket));
  const started: ServiceProcess[] = [];
  beforeAll(() => once(silent.listen(0, '127.0.0.1'), 'listening'));
  afterAll(async () => {
    await Promise.all(started.map((process) => process.kill()));
    for (const socket of taken) socket.destroy();
    silent.close();
  });

  test.each(['callbacks', 'setup'])('%s names it', async (role) => {
    const { port } = silent.address() as AddressInfo;
    const process = startBeside({ SCHEMA_REGISTRY_URL: `http://127.0.0.1:${String(port)}` }, role);
    started.push(process);
    expect(await process.ended()).toBe(1);
    const { error } = await process.logged('the process ends');
    expect((error as Error).message).toMatch(/at SCHEMA_REGISTRY_URL cannot be used: .*(timeout|no answer)/);
  });
});

test('a service that works without Redis names REDIS_URL where nobody answers', async () => {
  const ingress = startBeside({ REDIS_URL: `redis://someone:${HIDDEN}@127.0.0.1:2` }, 'ingress');
  const line = await ingress.logged('Redis is away, working without it');
  await ingress.kill();
  expect(line).toMatchObject({ variable: 'REDIS_URL' });
  expect(JSON.stringify(ingress.log)).not.toContain(HIDDEN);
});
