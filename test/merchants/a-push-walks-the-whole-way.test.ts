import { topics } from '../../schemas/topics';
import { endOfCommands, outboxSize, readCommitted } from '../fixtures/log-client';
import { operate, push, readMessage, request } from '../fixtures/merchant';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let services: Record<'pipeline' | 'console' | 'ingress', ServiceProcess>;
let businessesUrl: string;
let ingressUrl: string;
let business: { id: string; api_key: string };

beforeAll(async () => {
  world = await openWorld({ partitions: 2 });
  services = {
    pipeline: world.start('pipeline', 'ledger'),
    console: world.start('console'),
    ingress: world.start('ingress'),
  };
  await services.pipeline.ready();
  businessesUrl = `${await services.console.ready()}/admin/v1/businesses`;
  ingressUrl = await services.ingress.ready();
  const made = await operate(businessesUrl, { method: 'POST', body: { name: 'Bloom & Co' } });
  expect(made.status).toBe(201);
  business = made.body as typeof business;
});
afterAll(() => world.close());

test('a pushed message can be read at once, and its nudge and events are in the log (MSG-1)', async () => {
  const pushed = await push(ingressUrl, business.api_key, 'order-1', {
    recipient_email: ' Ada@Example.com ',
  });
  expect(pushed.status).toBe(201);
  expect(pushed.body).toMatchObject({ recipient_email: 'ada@example.com', created: true, nudged: true });

  const id = pushed.body['id'] as string;
  const read = await readMessage(ingressUrl, business.api_key, id);
  expect(read.status).toBe(200);
  expect(read.body).toMatchObject({ id, subject: 'Your order', body: 'It is on its way.', status: 'active' });

  await until('all is published', async () => (await outboxSize(world)) === 0);
  const events = (await readCommitted(world, topics.eventsMessage)).filter(
    (event) => event.message_id === id,
  );
  expect(events.map((event) => event.type)).toEqual(['message.accepted', 'message.queued']);
  const sends = await readCommitted(world, topics.sendsEmail);
  expect(new Set(sends.map(({ send_id }) => send_id)).size).toBe(1);
});

test('the same key and body get the same answer, byte for byte, and store nothing (IDEM-4)', async () => {
  const first = await push(ingressUrl, business.api_key, 'order-2');
  const again = await push(ingressUrl, business.api_key, 'order-2');
  expect(again.status).toBe(201);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const other = await push(ingressUrl, business.api_key, 'order-2', { subject: 'Another' });
  expect([other.status, other.body['error_code']]).toEqual([409, 'idempotency.key_reused']);
});

test('a push of a paused business is stored, and its answer says why no email is sent (ERR-18)', async () => {
  const url = `${businessesUrl}/${business.id}`;
  await operate(url, { method: 'PATCH', body: { sending_paused: true } });
  const pushed = await push(ingressUrl, business.api_key, 'order-3');
  expect(pushed.body).toMatchObject({
    nudged: false,
    email: { sending: false, skipped_reason: 'sending_paused' },
  });
  const read = await readMessage(ingressUrl, business.api_key, pushed.body['id'] as string);
  expect(read.body).toMatchObject({ delivery: { not_sent: { reason: 'sending_paused' } } });
  await operate(url, { method: 'PATCH', body: { sending_paused: false } });
});

test('a top-up with the same key counts once', async () => {
  const topUp = { method: 'POST', body: { amount: 250 }, key: 'invoice-1' };
  const url = `${businessesUrl}/${business.id}/credits`;
  expect((await operate(url, topUp)).body).toEqual({ balance: 250 });
  expect((await operate(url, topUp)).body).toEqual({ balance: 250 });
  expect((await operate(`${businessesUrl}/${business.id}`, { method: 'GET' })).body).toMatchObject({
    balance: 250,
  });
});

test("without a key, with another business's message or with a faulty body nothing happens (ERR-11)", async () => {
  expect((await push(ingressUrl, 'osk_wrong', 'order-4')).status).toBe(401);
  expect((await readMessage(ingressUrl, business.api_key, 'msg_01kf0000000000000000000000')).status).toBe(
    404,
  );
  const faulty = await push(ingressUrl, business.api_key, 'order-4', { subject: '', body: null });
  expect(faulty.status).toBe(422);
  expect(faulty.body['detail']).toMatchObject([{ loc: ['body', 'subject'] }, { loc: ['body', 'body'] }]);
});

test('metrics count the commands, and no log line names a person, a text or a key', async () => {
  const { text } = await request(`${await services.pipeline.ready()}/metrics`);
  expect(text).toMatch(/^ledger_commands_total [1-9]/m);
  for (const { log, complaints } of Object.values(services)) {
    const lines = log.map((line) => JSON.stringify(line)).join('\n');
    expect(lines).not.toMatch(/ada@|Your order|on its way|Bloom|osk_\w/i);
    expect(complaints).toEqual([]);
  }
  expect(services.ingress.log).toContainEqual(
    expect.objectContaining({
      route: '/api/v1/messages',
      business_id: business.id,
      request_id: expect.any(String),
    }),
  );
});

test('on SIGTERM a service answers what is under way, and every process exits with 0', async () => {
  services.pipeline.freeze();
  const before = await endOfCommands(world);
  const waiting = Array.from({ length: 20 }, (_, n) =>
    push(ingressUrl, business.api_key, `last-${String(n)}`),
  );
  await until('they are in the log', async () => (await endOfCommands(world)) >= before + 20);
  const exit = services.ingress.stop();
  await services.ingress.logged('draining');
  services.pipeline.thaw();

  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(await exit).toBe(0);
  expect(await services.console.stop()).toBe(0);
  expect(await services.pipeline.stop()).toBe(0);
});
