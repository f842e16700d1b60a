import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../services/local/ports';
import { localSecrets } from '../../services/local/secrets';
import { simulatedWorld } from '../../services/local/simulated-world';
import type { Sql } from '../../streams/runtime/postgres/database';
import { actOn, operate, push, readCredits, readMessage, request, type FetchedReply } from './merchant';
import type { ServiceProcess } from './service-process';
import { until } from './until';
import { openWorld, type World } from './world';

/** The whole product with the simulated world around it, and time to move: nothing else uses it. */
export interface DeliveryWorld {
  readonly ingressUrl: string;
  readonly consoleUrl: string;
  readonly ledgerUrl: string;
  /** A business with credits whose paid channels are on request. */
  aShop(settings?: object, credits?: number): Promise<Shop>;
  sim(method: string, path: string, body?: object): Promise<FetchedReply>;
  /** How submissions to this address end from now on. */
  behave(channel: Channel, address: string, outcome: string): Promise<void>;
  submissions(channel: Channel, to: string): Promise<readonly Item[]>;
  received(channel: Channel, to: string): Promise<readonly Item[]>;
  advance(seconds: number): Promise<void>;
  /** How many rows of a table are this business's. */
  countOf(table: string, businessId: string): Promise<number>;
  close(): Promise<void>;
}

export type Channel = 'email' | 'sms' | 'whatsapp';
export type Item = Readonly<Record<string, unknown>> & { readonly text: string; readonly link?: string };

export interface Shop {
  readonly id: string;
  readonly apiKey: string;
  push(fields?: object): Promise<FetchedReply>;
  /** The delivery of a message, once it is as wanted. */
  delivery(id: string, wanted: (delivery: Delivery) => boolean): Promise<Delivery>;
  act(id: string, act: 'sms' | 'whatsapp' | 'retract'): Promise<FetchedReply>;
  change(settings: object): Promise<FetchedReply>;
  balance(): Promise<number>;
}

export interface Delivery {
  readonly delivered: boolean;
  readonly opened: boolean;
  readonly bounced: boolean;
  readonly complained: boolean;
  readonly not_sent: { readonly reason: string } | null;
  readonly failed: { readonly reason: string } | null;
  readonly sms: Paid | null;
  readonly whatsapp: Paid | null;
}

export interface Paid {
  readonly state: string;
  readonly credits: number;
  readonly error_code: string | null;
  readonly skipped_reason: string | null;
  readonly escalates_at: string | null;
  readonly submitted_at: string | null;
  readonly fallback_of: string | null;
}

const SIMULATOR = 2;
const LEDGER = 5;

const PLURAL = { email: 'emails', sms: 'sms', whatsapp: 'whatsapp' } as const;

export async function openDeliveryWorld(
  settings: Readonly<Record<string, string>> = {},
): Promise<DeliveryWorld> {
  const home = mkdtempSync(join(tmpdir(), 'delivery-'));
  const ports = await freePorts();
  const world = await openWorld({
    env: {
      ...simulatedWorld(home, ports, localSecrets(home)),
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      CLOCK: 'movable',
      // Within a test's patience, and no sooner than a simulator on a busy machine answers.
      SUBMISSION_TIMEOUT_MS: '15000',
      ...settings,
    },
  });
  const { urls, ours } = await startServices(world);
  const [ingressUrl, consoleUrl, simulatorUrl, ledgerUrl] = urls;
  const sim = (method: string, path: string, body?: object): Promise<FetchedReply> =>
    request(`${simulatorUrl}/sim/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const items = async (path: string): Promise<readonly Item[]> =>
    (await sim('GET', path)).body['items'] as readonly Item[];

  return {
    ingressUrl,
    consoleUrl,
    ledgerUrl,
    sim,
    aShop: (shopSettings, credits = 100) => openShop({ ingressUrl, consoleUrl }, shopSettings ?? {}, credits),
    async behave(channel, address, outcome) {
      expect((await sim('PUT', 'behaviour', { channel, address, outcome })).status).toBeLessThan(300);
    },
    submissions: (channel, to) => items(`submissions?channel=${channel}&to=${encodeURIComponent(to)}`),
    received: (channel, to) => items(`${PLURAL[channel]}?to=${encodeURIComponent(to)}`),
    async advance(seconds) {
      expect((await sim('POST', 'clock', { advance_seconds: seconds })).status).toBe(200);
    },
    countOf: (table, businessId) => countOf(world.database, table, businessId),
    async close() {
      // Whatever a test did: no log of ours says to whom.
      const said = ours.map(({ log }) => JSON.stringify(log));
      await world.close();
      expect(said.join().match(/[^" ]*@(shop\.)?example(\.com)?|4477009\d+/g)).toBeNull();
      rmSync(home, { recursive: true });
    },
  };
}

async function countOf(sql: Sql, table: string, businessId: string): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM ${table} WHERE business_id = $1`;
  const [row] = await sql.query<{ count: number }>({ name: `test-count-${table}`, text }, [businessId]);
  return row?.count ?? 0;
}

/** What was started ends when something does not start, for the test has no world to close then. */
async function startServices(
  world: World,
): Promise<{ urls: [string, string, string, string]; ours: ServiceProcess[] }> {
  const anyPort = { PIPELINE_PORT: '0' };
  const started = [
    ...['ingress', 'console', 'simulator', 'callbacks', 'inbox'].map((name) => world.start(name)),
    world.startWith(anyPort, 'pipeline', 'ledger'),
    world.startWith(anyPort, 'pipeline', 'timers'),
    world.startWith(anyPort, 'pipeline', 'email-sender', 'sms-sender', 'whatsapp-sender'),
  ];
  try {
    const ready = await Promise.all(started.map((one) => one.ready()));
    const [ingress, operator] = ready;
    // The simulator stands for the outside.
    return {
      urls: [ingress!, operator!, ready[SIMULATOR]!, ready[LEDGER]!],
      ours: started.filter((_, index) => index !== SIMULATOR),
    };
  } catch (error) {
    await world.close();
    throw error;
  }
}

let count = 0;

async function openShop(
  { ingressUrl, consoleUrl }: Pick<DeliveryWorld, 'ingressUrl' | 'consoleUrl'>,
  settings: object,
  credits: number,
): Promise<Shop> {
  const made = await operate(`${consoleUrl}/admin/v1/businesses`, {
    method: 'POST',
    body: { name: 'Bloom & Co', sms: { mode: 'on_request' }, whatsapp: { mode: 'on_request' }, ...settings },
  });
  expect(made.status).toBe(201);
  const { id, api_key: apiKey } = made.body as { id: string; api_key: string };
  const url = `${consoleUrl}/admin/v1/businesses/${id}`;
  if (credits > 0) {
    await operate(`${url}/credits`, { method: 'POST', key: 'top-up', body: { amount: credits } });
  }
  return {
    id,
    apiKey,
    push: (fields = {}) =>
      push(ingressUrl, apiKey, `push-${String((count += 1))}`, fields as Record<string, unknown>),
    delivery: (messageId, wanted) =>
      until('the delivery is as wanted', async () => {
        const { body } = await readMessage(ingressUrl, apiKey, messageId);
        const delivery = body['delivery'] as Delivery;
        return wanted(delivery) ? delivery : undefined;
      }),
    act: (messageId, act) =>
      actOn(ingressUrl, apiKey, { id: messageId, act, key: `act-${String((count += 1))}` }),
    change: (body) => operate(url, { method: 'PATCH', body }),
    balance: async () => (await readCredits(ingressUrl, apiKey)).body['balance'] as number,
  };
}
