import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../services/shared/clock';
import { sinkCertificate } from '../../services/simulator/sinks/certificate';
import { openSinkServer } from '../../services/simulator/sinks/sink-server';
import { Sinks, type SinkAnswer, type SinkRequest } from '../../services/simulator/sinks/sinks';
import { createEndpoint, operate, push, type FetchedReply } from './merchant';
import { passTime } from './pass-time';
import type { ServiceProcess } from './service-process';
import { openWorld, type World } from './world';

/** A world with merchants who have HTTPS servers, and everything that tells them of events. */
export interface WebhookWorld extends World {
  readonly ingressUrl: string;
  readonly consoleUrl: string;
  startDispatcher(): Promise<ServiceProcess>;
  openSink(answer?: Partial<SinkAnswer>): Sink;
  /** Moves the clock of all processes forward. */
  advance(seconds: number): Promise<void>;
  /** A merchant whose emails are paused, so that each push makes an event that merchants hear of. */
  aMerchant(): Promise<Merchant>;
  deliveriesTo(endpointId: string): Promise<DeliveryRow[]>;
}

export interface Sink {
  readonly url: string;
  change(answer: Partial<SinkAnswer>): void;
  requests(): SinkRequest[];
  /** Ids of the events it got, one for each request. */
  eventIds(): string[];
}

export interface Merchant {
  readonly id: string;
  readonly apiKey: string;
  /** Registers a sink; its endpoint's id and secret. */
  listenAt(sink: Sink, fields?: object): Promise<{ id: string; secret: string }>;
  push(count: number): Promise<void>;
}

interface DeliveryRow {
  readonly event_id: string;
  readonly state: string;
  readonly attempt: number;
}

export async function openWebhookWorld(): Promise<WebhookWorld> {
  const home = mkdtempSync(join(tmpdir(), 'webhooks-'));
  const caFile = join(home, 'ca.pem');
  const sinks = new Sinks();
  const server = await openSinkServer({
    listen: { address: '127.0.0.1', port: 0, variable: 'none' },
    certificate: await sinkCertificate(caFile),
    sinks,
    clock: systemClock,
  });
  const world = await openWorld({
    env: {
      CLOCK: 'movable',
      WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${String(server.port)}`,
      WEBHOOK_CA_FILE: caFile,
    },
  });
  const [ingressUrl, consoleUrl] = await startServices(world);

  return {
    ...world,
    ingressUrl,
    consoleUrl,
    async startDispatcher() {
      const dispatcher = world.start('pipeline', 'webhooks');
      await dispatcher.ready();
      return dispatcher;
    },
    openSink(answer = {}) {
      const id = sinks.open(answer);
      return {
        url: server.urlOf(id),
        change: (changed) => void sinks.change(id, changed),
        requests: () => sinks.requestsOf(id),
        eventIds: () => sinks.requestsOf(id).map(({ headers }) => headers['x-service-delivery'] ?? ''),
      };
    },
    advance: (seconds) => passTime(world.database, seconds * 1_000),
    aMerchant: () => aMerchant({ ingressUrl, consoleUrl }),
    deliveriesTo: (endpointId) => world.database.query<DeliveryRow>(DELIVERIES, [endpointId]),
    async close() {
      await world.close();
      await server.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** What was started ends when something does not start, for the test has no world to close then. */
async function startServices(world: World): Promise<[string, string]> {
  const started = [['pipeline', 'ledger'], ['ingress'], ['console']].map((args) => world.start(...args));
  try {
    const [, ingressUrl, consoleUrl] = await Promise.all(started.map((one) => one.ready()));
    return [ingressUrl!, consoleUrl!];
  } catch (error) {
    await world.close();
    throw error;
  }
}

async function aMerchant(urls: { ingressUrl: string; consoleUrl: string }): Promise<Merchant> {
  const { body } = await operate(`${urls.consoleUrl}/admin/v1/businesses`, {
    method: 'POST',
    body: { name: 'Bloom & Co', sending_paused: true },
  });
  const [id, apiKey] = [body['id'] as string, body['api_key'] as string];
  let pushes = 0;
  return {
    id,
    apiKey,
    async listenAt(sink, fields = {}) {
      const reply: FetchedReply = await createEndpoint(urls.ingressUrl, apiKey, { url: sink.url, ...fields });
      expect([reply.status, reply.text]).toEqual([201, reply.text]);
      return { id: reply.body['id'] as string, secret: reply.body['secret'] as string };
    },
    async push(count) {
      for (let n = 0; n < count; n += 1) {
        pushes += 1;
        const { status } = await push(urls.ingressUrl, apiKey, `push ${String(pushes)}`);
        expect(status).toBe(201);
      }
    },
  };
}

const DELIVERIES = {
  name: 'test-webhook-deliveries',
  text: 'SELECT event_id, state, attempt FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY event_id',
};
