import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { product, startBeside } from '../fixtures/product';
import type { ServiceProcess } from '../fixtures/service-process';

const HIDDEN = 'not-to-be-shown';

const NOBODY: readonly (readonly [string, string, string])[] = [
  ['callbacks', 'DATABASE_URL', `postgres://someone:${HIDDEN}@127.0.0.1:2/nudgeline`],
  ['callbacks', 'DATABASE_URL', `postgres://someone:${HIDDEN}@localhost:2/nudgeline`],
  ['callbacks', 'SCHEMA_REGISTRY_URL', 'http://127.0.0.1:2/apis/ccompat/v7'],
  ['callbacks', 'KAFKA_BROKERS', '127.0.0.1:2'],
  ['setup', 'DATABASE_URL', `postgres://someone:${HIDDEN}@127.0.0.1:2/nudgeline`],
  ['setup', 'SCHEMA_REGISTRY_URL', 'http://127.0.0.1:2/apis/ccompat/v7'],
  ['setup', 'KAFKA_BROKERS', '127.0.0.1:2'],
];

describe('when no server answers', () => {
  // All at once, because most of them retry for a while before they give up.
  const ends: Promise<readonly [number | NodeJS.Signals, ServiceProcess]>[] = [];
  beforeAll(() => {
    for (const [role, variable, value] of NOBODY) {
      const process = startBeside({ [variable]: value }, role);
      ends.push(process.ended().then((code) => [code, process] as const));
    }
  });

  test.each(NOBODY.map((one, index) => [...one, index] as const))(
    '%s names %s for %s',
    async (_role, variable, _value, index) => {
      const [code, process] = await ends[index]!;
      expect(code).toBe(1);
      const { error } = await process.logged('the process ends');
      expect((error as Error).message).toMatch(new RegExp(`at ${variable} cannot be used: .*ECONNREFUSED`));
      expect(JSON.stringify(process.log)).not.toContain(HIDDEN);
    },
  );
});

describe('when the server at SCHEMA_REGISTRY_URL accepts connections and never answers', () => {
  const taken: Socket[] = [];
  const silent = createServer((socket) => taken.push(socket));
  const started = new Map<string, ServiceProcess>();
  beforeAll(async () => {
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const SCHEMA_REGISTRY_URL = `http://127.0.0.1:${String(port)}`;
    for (const role of ['callbacks', 'setup']) started.set(role, startBeside({ SCHEMA_REGISTRY_URL }, role));
  });
  afterAll(async () => {
    await Promise.all(Array.from(started.values(), (process) => process.kill()));
    for (const socket of taken) socket.destroy();
    silent.close();
  });

  test.each(['callbacks', 'setup'])('%s names it', async (role) => {
    const process = started.get(role)!;
    expect(await process.ended()).toBe(1);
    const { error } = await process.logged('the process ends');
    expect((error as Error).message).toMatch(/at SCHEMA_REGISTRY_URL cannot be used: .*(timeout|no answer)/i);
  });
});

test('set-up names SCHEMA_REGISTRY_URL when the server that answers is no registry', async () => {
  const SCHEMA_REGISTRY_URL = `${product().ingressUrl}/apis/ccompat/v7`;
  const setup = startBeside({ SCHEMA_REGISTRY_URL }, 'setup');
  expect(await setup.ended()).toBe(1);
  const { error } = await setup.logged('the process ends');
  expect((error as Error).message).toMatch(/at SCHEMA_REGISTRY_URL cannot be used: it answered 404 /);
});

test('a service that works without Redis names REDIS_URL when no server answers', async () => {
  const ingress = startBeside({ REDIS_URL: `redis://someone:${HIDDEN}@127.0.0.1:2` }, 'ingress');
  const line = await ingress.logged('Redis is down; continuing without it');
  await ingress.kill();
  expect(line).toMatchObject({ variable: 'REDIS_URL' });
  expect(JSON.stringify(ingress.log)).not.toContain(HIDDEN);
});

test.each([
  [['leger'], /^there is no processor leger; choose from ledger, timers, /],
  [['timers', 'ledger', 'timers'], /^the processor timers is named twice: name it once$/],
])('the pipeline says what is wrong with the processors %s', async (processors, words) => {
  const pipeline = startBeside({}, 'pipeline', ...processors);
  expect(await pipeline.ended()).toBe(1);
  const { error } = await pipeline.logged('the process ends');
  expect((error as Error).message).toMatch(words);
});
