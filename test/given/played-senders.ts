import { topics } from '../../schemas/topics';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { createKafka } from '../../streams/runtime/kafka/kafka-client';
import type { Channel, Delivery } from './delivery-world';
import { append, commandFor, readCommitted, sendsOf } from './log-client';
import { operate, push, readCredits, readMessage } from './merchant';
import { aMerchant, openDatabase, product, startBeside } from './product';
import { CALLBACKS_ENV } from './provider-callbacks';
import { until } from './until';
import { SILENT } from './world';

/**
 * The running product with a callbacks service beside it. No sender runs there: the test plays them, so that it says
 * itself what is known of an attempt when a report comes.
 */
export interface PlayedSenders {
  readonly callbacksUrl: string;
  /** One push on every channel, each send handed over and not begun. */
  aNudge(): Promise<Nudge>;
  /** What the metric says for a provider and a reason. */
  ignored(provider: string, reason: string): Promise<number>;
  close(): Promise<void>;
}

export interface Nudge {
  readonly businessId: string;
  readonly apiKey: string;
  readonly messageId: string;
  readonly sends: Readonly<Record<Channel, string>>;
  /** A sender writes down that it calls the provider. */
  claim(...channels: Channel[]): Promise<void>;
  /** What a sender says became of that. */
  result(channel: Channel, outcome: string): Promise<void>;
  /** Its delivery as the merchant sees it, when everything told so far has been applied. */
  delivery(): Promise<Delivery>;
  balance(): Promise<number>;
  /** What merchants were told of it, and data teams, in alphabetical order. */
  told(): Promise<{ readonly merchants: string[]; readonly dataTeams: string[] }>;
}

export async function openPlayedSenders(): Promise<PlayedSenders> {
  const { env } = product();
  const callbacks = startBeside(CALLBACKS_ENV, 'callbacks');
  const callbacksUrl = await callbacks.ready();
  const kafka = createKafka({ brokers: [env['KAFKA_BROKERS']!], role: 'test' }, SILENT);
  const codec = await openCodec(env['SCHEMA_REGISTRY_URL']!);
  const database = openDatabase();
  const stage = { kafka, codec, database, partitions: Number(env['PARTITIONS']) };
  return {
    callbacksUrl,
    aNudge: () => aNudge(stage),
    async ignored(provider, reason) {
      const text = await (await fetch(`${callbacksUrl}/metrics`)).text();
      const labels = `{provider="${provider}",reason="${reason}"}`;
      const line = text.split('\n').find((each) => each.startsWith(`callbacks_ignored_total${labels}`));
      return Number(line?.split(' ').at(-1) ?? 0);
    },
    async close() {
      await callbacks.kill();
      await database.close();
    },
  };
}

type Stage = Parameters<typeof append>[0] & { readonly database: ReturnType<typeof openDatabase> };

async function aNudge(stage: Stage): Promise<Nudge> {
  const { ingressUrl, consoleUrl } = product();
  const { id: businessId, apiKey } = await aMerchant({
    sms: { mode: 'on' },
    whatsapp: { mode: 'on' },
    low_balance_threshold: 0,
  });
  const url = `${consoleUrl}/admin/v1/businesses/${businessId}`;
  await operate(`${url}/credits`, { method: 'POST', key: 'top-up', body: { amount: 10 } });
  // Somebody new: what providers say of an address holds for all businesses.
  const recipient_email = `${businessId}@example.com`;
  const pushed = await push(ingressUrl, apiKey, 'push', { ...ON_EVERY_CHANNEL, recipient_email });
  const rows = await sendsOf(stage, businessId);
  const sends = Object.fromEntries(rows.map(({ channel, id }) => [channel, id])) as Record<Channel, string>;
  // The answer to a command means that those before it in the log have been applied.
  const applied = () => operate(url, { method: 'PATCH', body: { name: 'Bloom & Co' } });
  const messageId = pushed.body['id'] as string;
  return {
    businessId,
    apiKey,
    messageId,
    sends,
    async claim(...channels) {
      const ids = channels.map((channel) => sends[channel]);
      await stage.database.query(CLAIM, [businessId, ids, new Date()]);
    },
    async result(channel, outcome) {
      const report = { send_id: sends[channel], attempt: 1, outcome, ...NOTHING_MORE };
      await append(stage, [commandFor(businessId, { ReportAttempt: report })]);
    },
    async delivery() {
      await applied();
      const { body } = await readMessage(ingressUrl, apiKey, messageId);
      return body['delivery'] as Delivery;
    },
    async balance() {
      await applied();
      return (await readCredits(ingressUrl, apiKey)).body['balance'] as number;
    },
    async told() {
      const marker = await push(ingressUrl, apiKey, `marker ${String(Date.now())}`, { notify: false });
      const rows = await stage.database.query<{ type: string }>(TOLD, [businessId]);
      const dataTeams = await readEvents(stage, businessId, marker.body['id'] as string);
      return { merchants: rows.map(({ type }) => type), dataTeams };
    },
  };
}

const ON_EVERY_CHANNEL = {
  recipient_phone: '+447700900123',
  whatsapp_opt_in: {},
  reference: 'A-17',
  order_status: 'shipped',
};
const NOTHING_MORE = {
  provider_id: null,
  retry_after_ms: null,
  skipped_reason: null,
  emails_this_month: null,
  counted_month: null,
};

const CLAIM = {
  name: 'test-claim',
  text: `
    INSERT INTO send_attempts (business_id, send_id, attempt, sender, started_at)
    SELECT $1, id, 1, 'test', $3 FROM unnest($2::text[]) AS id`,
};
const TOLD = {
  name: 'test-told',
  text: 'SELECT type FROM events WHERE business_id = $1 ORDER BY type',
};

/**
 * Events of a partition are told in order, so when the marker can be read, all before it can. Outcomes alone: that a send
 * was queued and submitted is told to data teams only.
 */
async function readEvents(stage: Stage, businessId: string, markerId: string): Promise<string[]> {
  await until('the marker is told', async () => {
    const events = await readCommitted(stage, topics.eventsMessage);
    return events.some(({ message_id: id }) => id === markerId);
  });
  const read = await Promise.all([
    readCommitted(stage, topics.eventsMessage),
    readCommitted(stage, topics.eventsSms),
    readCommitted(stage, topics.eventsWhatsapp),
  ]);
  const own = read.flat().filter(({ business_id: id }) => id === businessId);
  const types = own.map(({ type }) => type);
  return types.filter((type) => OUTCOME.test(type)).sort();
}

const OUTCOME = /\.(delivered|failed|rejected|bounced|complained|opened|read|not_sent)$/;
