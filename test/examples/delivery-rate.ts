import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { Kafka, logLevel } from 'kafkajs';
import type { ChannelEvent } from '../../schemas/generated/channel-event';
import { topics, type Topic } from '../../schemas/topics';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { until } from '../fixtures/until';
import type { WholeProduct } from '../fixtures/whole-product';

type Program = readonly [python: string, script: string];
type Row = [hour: string, channel: string, queued: string, delivered: string, rate: string];

/**
 * Pushes go the whole way. Outcomes are written to the log as the ledger would write them, so that the test knows their
 * hours.
 */
export async function tryDeliveryRate(product: WholeProduct, program: Program): Promise<void> {
  const read = (...options: readonly string[]): Row[] => {
    const servers = ['--brokers', product.kafkaBrokers, '--registry', product.schemaRegistryUrl];
    const { status, stdout, stderr } = run(program, [...servers, ...options]);
    strictEqual(stderr, '');
    strictEqual(status, 0);
    return rowsOf(stdout);
  };
  deepStrictEqual(read(), []);

  const emails = rowsOfPushes(await push(product, 3));
  await until('the events of the pushes are published', () => isEqual(read(), emails));

  await publishOutcomes(product);
  const paid: Row[] = [
    ['2025-03-04 05:00', 'sms', '3', '2', '66.7%'],
    ['2025-03-04 05:00', 'whatsapp', '1', '1', '100.0%'],
    ['2025-03-04 06:00', 'sms', '1', '0', '0.0%'],
  ];
  deepStrictEqual(read(), [...paid, ...emails]);
  deepStrictEqual(read('--since', '2025-03-04T06:00Z'), [...paid.slice(2), ...emails]);
  const fromHalfPast: Row = ['2025-03-04 05:00', 'sms', '2', '1', '50.0%'];
  deepStrictEqual(read('--since', '2025-03-04T06:00+00:30'), [fromHalfPast, ...paid.slice(2), ...emails]);
  deepStrictEqual(read('--since', '2190-01-01'), []);

  const help = run(program, ['--help']);
  match(help.stdout, /--brokers[^]*--registry[^]*--since/);
  const nowhere = run(program, ['--brokers', '127.0.0.1:1']);
  deepStrictEqual([nowhere.status, nowhere.stdout], [1, '']);
  match(nowhere.stderr, /^delivery_rate: Kafka: .*\n$/);
  const noRegistry = run(program, ['--brokers', product.kafkaBrokers, '--registry', 'http://127.0.0.1:1']);
  deepStrictEqual([noRegistry.status, noRegistry.stdout], [1, '']);
  match(noRegistry.stderr, /^delivery_rate: schema registry: .*\n$/);
  const elsewhere = run(program, ['--brokers', product.kafkaBrokers, '--registry', 'nowhere']);
  deepStrictEqual([elsewhere.status, elsewhere.stdout], [1, '']);
  match(elsewhere.stderr, /^delivery_rate: schema registry: no schema at nowhere\/.*\n$/);
}

/** Two spaces or more separate cells, because an hour contains a single space. */
function rowsOf(table: string): Row[] {
  const [head, ...rows] = table.trimEnd().split('\n');
  deepStrictEqual(head?.split(/ {2,}/), ['hour (UTC)', 'channel', 'queued', 'delivered', 'rate']);
  return rows.map((row) => row.split(/ {2,}/) as Row);
}

/** When each message was stored and its email queued, because the pushes may fall into two different hours. */
async function push({ ingressUrl, createBusiness }: WholeProduct, count: number): Promise<string[]> {
  const key = await createBusiness();
  const storedAt: string[] = [];
  while (storedAt.length < count) {
    const answer = await fetch(`${ingressUrl}/api/v1/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': `order-${String(storedAt.length)}` },
      body: JSON.stringify({
        recipient_email: 'ada@example.com',
        subject: 'Your order',
        body: 'On its way.',
      }),
    });
    strictEqual(answer.status, 201);
    storedAt.push(((await answer.json()) as { created_at: string }).created_at);
  }
  return storedAt;
}

function rowsOfPushes(storedAt: readonly string[]): Row[] {
  const hours = storedAt.map((at) => `${at.slice(0, 13).replace('T', ' ')}:00`);
  return [...new Set(hours)].map((hour) => {
    const queued = hours.filter((each) => each === hour).length;
    return [hour, 'email', String(queued), '0', '0.0%'];
  });
}

async function publishOutcomes({ kafkaBrokers, schemaRegistryUrl }: WholeProduct): Promise<void> {
  const codec = await openCodec(schemaRegistryUrl);
  const kafka = new Kafka({ brokers: [kafkaBrokers], logLevel: logLevel.NOTHING });
  const producer = kafka.producer({ transactionalId: 'examples', idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  const transaction = async (end: 'commit' | 'abort', events: readonly ChannelEvent[]): Promise<void> => {
    const begun = await producer.transaction();
    for (const event of events) {
      const value = codec.encode(topicOf(event), event);
      await begun.send({ topic: topicOf(event).name, messages: [{ key: event.business_id, value }] });
    }
    await begun[end]();
  };
  await transaction('commit', [
    event('sms.queued', 'snd_a', '05:00:00'),
    event('sms.queued', 'snd_b', '05:30:00'),
    event('sms.queued', 'snd_c', '05:59:59.999'),
    event('sms.submitted', 'snd_a', '05:00:01'),
    event('sms.delivered', 'snd_a', '05:00:02'),
    // Delivered an hour later, yet it counts for the hour in which it was queued.
    event('sms.delivered', 'snd_b', '06:10:00'),
    event('sms.failed', 'snd_c', '06:10:00'),
    event('sms.queued', 'snd_d', '06:00:00'),
    event('sms.skipped', null, '06:00:00'),
    event('whatsapp.queued', 'snd_w', '05:00:00'),
    event('whatsapp.read', 'snd_w', '05:20:00'),
  ]);
  await transaction('abort', [
    event('sms.delivered', 'snd_c', '06:20:00'),
    event('sms.delivered', 'snd_d', '06:20:00'),
  ]);
  await producer.disconnect();
}

function topicOf({ type }: ChannelEvent): Topic<ChannelEvent> {
  return type.startsWith('sms.') ? topics.eventsSms : topics.eventsWhatsapp;
}

let lastEvent = 0;

function event(type: string, sendId: string | null, time: string): ChannelEvent {
  lastEvent += 1;
  return {
    event_id: `evt_${String(lastEvent)}`,
    type,
    occurred_at: Date.parse(`2025-03-04T${time}Z`),
    business_id: 'biz_01kf0000000000000000000000',
    recipient_id: 'rcp_01kf0000000000000000000000',
    message_id: null,
    send_id: sendId,
    credits: null,
    country: null,
    error_code: null,
    skipped_reason: null,
    fallback_of: null,
  };
}

const MAX_RUN_MS = 60_000;

function run([python, script]: Program, options: readonly string[]) {
  return spawnSync(python, [script, ...options], { encoding: 'utf8', timeout: MAX_RUN_MS });
}

function isEqual(actual: unknown, wanted: unknown): boolean {
  return JSON.stringify(actual) === JSON.stringify(wanted);
}
