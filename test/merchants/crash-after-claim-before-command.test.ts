import { countOf } from '../fixtures/log-client';
import { createBusiness, push } from '../fixtures/merchant';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ proxied: true, env: { CLAIM_LEASE_MS: '10000' } });
  await world.start('pipeline', 'ledger').ready();
});
afterAll(() => world.close());

test('a key whose holder died before it wrote its command is free when the lease expires, so a retry works (IDEM-14)', async () => {
  const { id, apiKey } = await createBusiness(world);
  const doomed = world.start('ingress');
  const url = await doomed.ready();
  expect((await push(url, apiKey, 'warm-up')).status).toBe(201);

  world.proxy!.dropRequests(true);
  const abandoned = push(url, apiKey, 'order-1').catch(() => 'no answer');
  const twin = await until('the key is leased', async () => {
    const reply = await push(url, apiKey, 'order-1');
    return reply.status === 409 && reply;
  });
  expect(twin.body['error_code']).toBe('idempotency.request_in_progress');
  await doomed.kill();
  expect(await abandoned).toBe('no answer');
  world.proxy!.dropRequests(false);

  const successor = await world.start('ingress').ready();
  const retried = await until('the lease has expired', async () => {
    const reply = await push(successor, apiKey, 'order-1');
    return reply.status !== 409 && reply;
  });
  expect(retried.status).toBe(201);
  expect(retried.headers.get('idempotent-replayed')).toBeNull();
  expect(await countOf(world, 'messages', id)).toBe(2);
});
