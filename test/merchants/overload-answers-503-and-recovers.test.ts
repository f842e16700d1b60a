import { endOfCommands } from '../fixtures/log-client';
import { createBusiness, push, pushOnce } from '../fixtures/merchant';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let ledger: ServiceProcess;
beforeAll(async () => {
  world = await openWorld({ env: { MAX_REQUESTS_IN_FLIGHT: '6', MAX_REQUESTS_IN_FLIGHT_PER_BUSINESS: '4' } });
  ledger = world.start('pipeline', 'ledger');
  await ledger.ready();
});
afterAll(() => world.close());

test('an instance at its limit answers 503 at once, finishes what it accepted, and recovers (LIMIT-9)', async () => {
  const [busy, other] = [await createBusiness(world), await createBusiness(world)];
  const url = await world.start('ingress').ready();
  expect((await push(url, busy.apiKey, 'warm-up')).status).toBe(201);

  ledger.freeze();
  const before = await endOfCommands(world);
  const taken = ['a', 'b', 'c', 'd'].map((key) => push(url, busy.apiKey, key));
  await until('four are under way', async () => (await endOfCommands(world)) >= before + 4);
  const refused = await push(url, busy.apiKey, 'one-too-many');
  expect([refused.status, refused.body['error_code']]).toEqual([503, 'service.unavailable']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  const others = ['e', 'f'].map((key) => push(url, other.apiKey, key));
  await until(
    'two of another business are under way',
    async () => (await endOfCommands(world)) >= before + 6,
  );
  expect((await push(url, other.apiKey, 'no-room-at-all')).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  ledger.thaw();
  const answers = await Promise.all([...taken, ...others]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  expect((await push(url, busy.apiKey, 'one-too-many')).status).toBe(201);
});

test('when no outcome comes for 15 seconds the caller gets a 503, and the retry finds the outcome (IDEM-15)', async () => {
  const { apiKey } = await createBusiness(world);
  const url = await world.start('ingress').ready();
  ledger.freeze();
  const silent = await pushOnce(url, apiKey, 'order-1');
  expect([silent.status, silent.body['error_code']]).toEqual([503, 'service.unavailable']);
  expect(silent.headers.get('retry-after')).not.toBeNull();
  ledger.thaw();
  const retried = await until('the retry is answered', async () => {
    const reply = await push(url, apiKey, 'order-1');
    return reply.status === 201 && reply;
  });
  expect(retried.headers.get('idempotent-replayed')).toBe('true');
});
