import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createEndpoint, deleteEndpoint, listEndpoints, request, testEndpoint } from '../fixtures/merchant';
import { until } from '../fixtures/until';
import { openWebhookWorld, type WebhookWorld } from '../fixtures/webhook-world';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
  await world.startDispatcher();
});
afterAll(() => world.close());

const itemsOf = async (apiKey: string) =>
  (await listEndpoints(world.ingressUrl, apiKey)).body['items'] as Record<string, unknown>[];

/** Checks the signature with a second implementation. */
const PYTHON = `
import hashlib, hmac, json, sys
given = json.load(sys.stdin)
t = dict(part.split("=", 1) for part in given["signature"].split(","))
signed = f"{t['t']}.{given['body']}".encode()
assert hmac.compare_digest(hmac.new(given["secret"].encode(), signed, hashlib.sha256).hexdigest(), t["v1"])
body = json.loads(given["body"])
assert json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False) == given["body"]
`;

test('an event arrives signed with the secret that was shown once, and Python verifies it (HOOK-4, HOOK-10)', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink();
  const endpoint = await merchant.listenAt(sink, { description: 'orders' });
  expect(endpoint.secret).toMatch(/^whsec_[\w-]{43}$/);
  await merchant.push(1);
  const got = await until('the event has arrived', () => sink.requests()[0]);
  const body = JSON.parse(got.body) as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(['data', 'id', 'occurred_at', 'type']);
  expect(body).toMatchObject({
    type: 'message.not_sent',
    id: got.headers['x-service-delivery'],
    data: { recipient_email: 'ada@example.com', reason: 'sending_paused' },
  });
  expect(got.headers).toMatchObject({
    'x-service-event': 'message.not_sent',
    'content-type': 'application/json',
  });
  const input = JSON.stringify({
    body: got.body,
    signature: got.headers['x-service-signature'],
    secret: endpoint.secret,
  });
  const python = spawnSync('python3', ['-c', PYTHON], { input, encoding: 'utf8' });
  expect([python.status, python.stderr]).toEqual([0, '']);

  const [item] = await until("the endpoint's health shows it", async () => {
    const items = await itemsOf(merchant.apiKey);
    return items[0]?.['last_success_at'] !== null && items;
  });
  expect(item).toMatchObject({
    id: endpoint.id,
    secret: `whsec_…${endpoint.secret.slice(-4)}`,
    description: 'orders',
    event_types: [],
    consecutive_failures: 0,
  });
});

test('several endpoints get the same events with the same body, each with its own signature (HOOK-7)', async () => {
  const merchant = await world.aMerchant();
  const sinks = [world.openSink(), world.openSink(), world.openSink()];
  const endpoints: { secret: string }[] = [];
  for (const sink of sinks) endpoints.push(await merchant.listenAt(sink));
  await merchant.push(5);
  await until('all endpoints have all events', () =>
    sinks.every((sink) => new Set(sink.eventIds()).size === 5),
  );
  const bodies = sinks.map((sink) => [...new Set(sink.requests().map(({ body }) => body))].sort());
  expect(bodies[0]).toHaveLength(5);
  expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
  for (const [index, sink] of sinks.entries()) {
    for (const { body, headers } of sink.requests()) {
      const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(headers['x-service-signature'] ?? '') ?? [];
      const { secret } = endpoints[index]!;
      expect(
        createHmac('sha256', secret)
          .update(`${t ?? ''}.${body}`)
          .digest('hex'),
      ).toBe(v1);
    }
  }
});

test('an endpoint gets only the events it asked for (HOOK-6)', async () => {
  const merchant = await world.aMerchant();
  const [every, opened] = [world.openSink(), world.openSink()];
  await merchant.listenAt(opened, { event_types: ['message.opened', 'message.opened'] });
  await merchant.listenAt(every);
  await merchant.push(1);
  await until('the other has it', () => every.requests().length === 1);
  expect(opened.requests()).toEqual([]);
});

test('a test is one ping, with any filter, and changes no counter (HOOK-20)', async () => {
  const merchant = await world.aMerchant();
  const sink = world.openSink({ status: 503 });
  const { id } = await merchant.listenAt(sink, { event_types: ['message.opened'] });
  const before = await itemsOf(merchant.apiKey);
  const failed = await testEndpoint(world.ingressUrl, merchant.apiKey, id);
  expect(failed).toMatchObject({
    status: 200,
    body: { delivered: false, status_code: 503, error: 'answered 503', duration_ms: expect.any(Number) },
  });
  sink.change({ status: 204 });
  const { body } = await testEndpoint(world.ingressUrl, merchant.apiKey, id);
  expect(body).toMatchObject({ delivered: true, status_code: 204, error: null });
  expect(JSON.parse(sink.requests()[1]!.body)).toMatchObject({ type: 'ping', data: { endpoint_id: id } });
  expect(await itemsOf(merchant.apiKey)).toEqual(before);
  expect(sink.requests()).toHaveLength(2);
});

test('there are ten at most, however many are created at once (HOOK-3)', async () => {
  const merchant = await world.aMerchant();
  const { url } = world.openSink();
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => createEndpoint(world.ingressUrl, merchant.apiKey, { url })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(201), 409, 409]);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused?.body).toEqual({ error_code: 'webhook_endpoint.limit_reached' });
  expect(await itemsOf(merchant.apiKey)).toHaveLength(10);
});

test('one that is deleted is gone with its waiting deliveries; another business sees none (HOOK-19)', async () => {
  const [merchant, stranger] = [await world.aMerchant(), await world.aMerchant()];
  const sink = world.openSink({ status: 500, headers: { 'Retry-After': '60' } });
  const { id } = await merchant.listenAt(sink);
  await merchant.push(1);
  await until('it has failed once', async () => (await world.deliveriesTo(id))[0]?.attempt === 1);
  const { ingressUrl } = world;
  for (const act of [deleteEndpoint, testEndpoint]) {
    const { status, body } = await act(ingressUrl, stranger.apiKey, id);
    expect([status, body]).toEqual([404, { error_code: 'webhook_endpoint.not_found' }]);
  }
  expect(await deleteEndpoint(ingressUrl, merchant.apiKey, id)).toMatchObject({ status: 204, text: '' });
  expect((await deleteEndpoint(ingressUrl, merchant.apiKey, id)).status).toBe(404);
  expect(await itemsOf(merchant.apiKey)).toEqual([]);
  await world.advance(61);
  await until('it is dropped', async () => (await world.deliveriesTo(id))[0]?.state === 'dropped');
  expect(sink.requests()).toHaveLength(1);
});

test.each([
  ['plain HTTP', { url: 'http://shop.example/hooks' }, 'value_error', ['body', 'url']],
  ['a name of this machine', { url: 'https://localhost:3999' }, 'value_error', ['body', 'url']],
  ['a port of this machine', { url: 'https://127.0.0.1:1/hooks' }, 'value_error', ['body', 'url']],
  ['a private address', { url: 'https://10.1.2.3/' }, 'value_error', ['body', 'url']],
  ['a loopback address', { url: 'https://[::1]/' }, 'value_error', ['body', 'url']],
  [
    'a URL without end',
    { url: `https://shop.example/${'a'.repeat(2_048)}` },
    'string_too_long',
    ['body', 'url'],
  ],
  ['no URL', {}, 'missing', ['body', 'url']],
  [
    'an unknown event type',
    { url: 'https://93.184.215.14/', event_types: ['message.created'] },
    'enum',
    ['body', 'event_types', 0],
  ],
  [
    'a long description',
    { url: 'https://93.184.215.14/', description: 'a'.repeat(501) },
    'string_too_long',
    ['body', 'description'],
  ],
])('%s is refused (HOOK-1)', async (_what, fields, type, loc) => {
  const merchant = await world.aMerchant();
  const { status, body } = await createEndpoint(world.ingressUrl, merchant.apiKey, fields);
  expect(status).toBe(422);
  expect(body).toMatchObject({ error_code: 'common.validation_failed', detail: [{ type, loc }] });
});

test('one answer names all faults, the address among them', async () => {
  const merchant = await world.aMerchant();
  const fields = { url: 'https://10.1.2.3/', event_types: ['message.created'], description: 5 };
  const { status, body } = await createEndpoint(world.ingressUrl, merchant.apiKey, fields);
  const places = (body['detail'] as { loc: unknown[] }[]).map(({ loc }) => loc[1]);
  expect([status, places]).toEqual([422, ['url', 'event_types', 'description']]);
});

test('without a key no endpoint can be read', async () => {
  const { status } = await request(`${world.ingressUrl}/api/v1/webhook-endpoints`);
  expect(status).toBe(401);
});
