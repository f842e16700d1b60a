import { setTimeout as delay } from 'node:timers/promises';
import { topics } from '../../schemas/topics';
import { outboxSize, readCommitted, sendsOf } from '../fixtures/log-client';
import { operate, push } from '../fixtures/merchant';
import { openProviders, type Providers } from '../fixtures/providers';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const PUSHES = 400;
const CLIENTS = 6;
/** How many answers are lost with their connections, and for how long no request gets through after that. */
const FAULTS = [
  { answers: 12, silentMs: 0 },
  { answers: 30, silentMs: 0 },
  { answers: 24, silentMs: 1_000 },
  { answers: 1, silentMs: 0 },
  { answers: 18, silentMs: 0 },
];

let world: World;
let providers: Providers;
let services: ServiceProcess[];
const urls = { ingress: '', console: '' };
beforeAll(async () => {
  providers = await openProviders();
  world = await openWorld({ partitions: 2, proxied: true, env: providers.env });
  const processors = ['ledger', 'ledger', 'email-sender', 'timers', 'webhooks'];
  services = [
    world.start('ingress'),
    world.start('console'),
    ...processors.map((processor) => world.start('pipeline', processor)),
  ];
  const [ingress, operator] = await Promise.all(services.map((service) => service.ready()));
  Object.assign(urls, { ingress, console: operator });
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('while answers and connections of the broker are lost, the events of every push are published once and no service ends', async () => {
  const made = await operate(`${urls.console}/admin/v1/businesses`, {
    method: 'POST',
    body: { name: 'Bloom' },
  });
  const { id, api_key: apiKey } = made.body as { id: string; api_key: string };
  const ended: string[] = [];
  for (const service of services) void service.ended().then(() => ended.push(service.lastWords()));

  let pushed = 0;
  let done = 0;
  const client = async (): Promise<void> => {
    while (pushed < PUSHES) {
      const key = `order-${String(pushed++)}`;
      const accepted = () => push(urls.ingress, apiKey, key, { recipient_email: `${key}@example.com` });
      await until(`${key} is accepted`, async () => (await accepted()).status === 201);
      done += 1;
    }
  };
  const faults = async (): Promise<void> => {
    for (const [round, { answers, silentMs }] of FAULTS.entries()) {
      const share = (round + 1) / (FAULTS.length + 1);
      await until('some more are accepted', () => done > share * PUSHES);
      world.proxy!.loseAnswers(answers);
      world.proxy!.dropRequests(silentMs > 0);
      await delay(silentMs);
      world.proxy!.dropRequests(false);
    }
  };
  await Promise.all([faults(), ...Array.from({ length: CLIENTS }, client)]);

  const sends = await until('all are sent and their events are published', async () => {
    const rows = await sendsOf(world, id);
    const isOut = rows.every(({ submittedAt }) => submittedAt !== null) && (await outboxSize(world)) === 0;
    return isOut && rows.length === PUSHES ? rows : undefined;
  });
  const arrived = providers.email.arrived.map(({ sendId }) => sendId);
  expect(arrived.sort()).toEqual(sends.map((send) => send.id).sort());
  const events = await readCommitted(world, topics.eventsMessage);
  const published = events.map((event) => `${event.message_id} ${event.type}`);
  expect(new Set(published).size).toBe(published.length);
  expect(ended).toEqual([]);
});
