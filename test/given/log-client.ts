import type { BusinessSettings, Command, PushMessage } from '../../schemas/generated/command';
import { newId } from '../../schemas/ids';
import { topics, type Topic } from '../../schemas/topics';
import { changed, PLAIN_PUSH } from '../../streams/ledger/tests/given/scenario';
import { partitionFor } from '../../streams/runtime/kafka/records';
import type { World } from './world';

/** Commands as a test makes them: one business, its top-ups and pushes. */
export function aNewBusiness(settings: Partial<BusinessSettings> = {}): NewBusiness {
  const id = newId('biz', Date.now());
  const sha256 = Buffer.from(id.padEnd(32, '.')).subarray(-32);
  const key = { sha256, last4: 'wxyz', name: 'API key', scopes: ['messages'] };
  const given = changed({ name: 'Bloom', ...settings });
  return { id, creation: commandFor(id, { CreateBusiness: { settings: given, key } }) };
}

export interface NewBusiness {
  readonly id: string;
  readonly creation: Command;
}

export function commandFor(businessId: string, body: Command['body'], more: Partial<Command> = {}): Command {
  return {
    command_id: newId('cmd', Date.now()),
    business_id: businessId,
    issued_at: Date.now(),
    reply_to: null,
    idempotency: null,
    body,
    ...more,
  };
}

export function topUpOf(businessId: string, amount: number): Command {
  return commandFor(businessId, { TopUp: { amount, note: null } });
}

export function pushFor(businessId: string, subject = 'Your order'): Command {
  return pushWith(businessId, { subject });
}

function pushWith(businessId: string, fields: Partial<PushMessage>): Command {
  return commandFor(businessId, { PushMessage: { ...PLAIN_PUSH, ...fields } });
}

/** A push that every channel can carry, for a business that has them on and credits to spend. */
export function paidPush(businessId: string, fields: Partial<PushMessage> = {}): Command {
  return pushWith(businessId, {
    recipient_phone: '+447700900123',
    whatsapp_opt_in: { agreed_at: null, source: null, wording: null },
    reference: 'A-17',
    order_status: 'shipped',
    ...fields,
  });
}

export const PAID_CHANNELS = { sms_mode: 'on', whatsapp_mode: 'on' };

/** A message whose nudges wait until then. */
export function scheduledPush(businessId: string, sendAt: number): Command {
  return pushWith(businessId, { send_at: sendAt });
}

/** Appends commands to the log in this order, as any client would. */
export async function append(
  world: Pick<World, 'kafka' | 'codec' | 'partitions'>,
  commands: readonly Command[],
): Promise<void> {
  await appendRaw(
    world,
    commands.map((command) => ({
      partition: partitionFor(command.business_id, world.partitions),
      value: world.codec.encode(topics.commands, command),
    })),
  );
}

export async function appendRaw(
  world: Pick<World, 'kafka'>,
  messages: readonly { partition: number; value: Buffer }[],
): Promise<void> {
  const producer = world.kafka.producer();
  await producer.connect();
  await producer.send({ topic: topics.commands.name, messages: [...messages] });
  await producer.disconnect();
}

/** Everything that a reader of committed records sees in a topic from its beginning to its present end. */
export async function readCommitted<Value>(
  world: Pick<World, 'kafka' | 'codec'>,
  topic: Topic<Value>,
): Promise<Value[]> {
  const admin = world.kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic.name);
  await admin.disconnect();
  const remaining = new Map(
    ends
      .filter(({ low, high }) => Number(high) > Number(low))
      .map(({ partition, high }) => [partition, Number(high)]),
  );
  if (remaining.size === 0) return [];

  const values: Promise<Value>[] = [];
  const consumer = world.kafka.consumer({ groupId: `test-${newId('evt', Date.now())}`, maxWaitTimeInMs: 50 });
  await consumer.connect();
  await consumer.subscribe({ topic: topic.name, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const done = ({ payload }: { payload: { partition: number; lastOffset: string } }): void => {
      const end = remaining.get(payload.partition);
      if (end !== undefined && Number(payload.lastOffset) + 1 >= end) remaining.delete(payload.partition);
      if (remaining.size === 0) resolve();
    };
    consumer.on(consumer.events.END_BATCH_PROCESS, done);
    consumer
      .run({
        eachBatch: ({ batch }) => {
          for (const { value } of batch.messages) values.push(world.codec.decode(topic, value!));
          return Promise.resolve();
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
  return Promise.all(values);
}

/** What the pipeline has made of a business. */
export async function balanceOf(world: World, businessId: string): Promise<number | undefined> {
  const rows = await world.database.query<{ balance: number }>(
    { name: 'test-balance', text: 'SELECT balance FROM businesses WHERE id = $1' },
    [businessId],
  );
  return rows[0]?.balance;
}

export interface SendRow {
  readonly id: string;
  readonly channel: string;
  readonly state: string;
  readonly skippedReason: string | null;
  readonly errorCode: string | null;
  readonly attempt: number;
  readonly credits: number;
  readonly sendAt: Date | null;
  readonly queuedAt: Date | null;
  readonly submittedAt: Date | null;
}

/** The nudges of a business, oldest first. */
export async function sendsOf({ database }: Pick<World, 'database'>, businessId: string): Promise<SendRow[]> {
  return database.query<SendRow>(
    {
      name: 'test-sends',
      text: `
        SELECT id, channel, state, skipped_reason AS "skippedReason", error_code AS "errorCode", attempt, credits,
          send_at AS "sendAt", queued_at AS "queuedAt", submitted_at AS "submittedAt"
        FROM sends WHERE business_id = $1 ORDER BY id`,
    },
    [businessId],
  );
}

export async function countOf(
  world: Pick<World, 'database'>,
  table: string,
  businessId: string,
): Promise<number> {
  const rows = await world.database.query<{ count: number }>(
    { name: `test-count-${table}`, text: `SELECT count(*) FROM ${table} WHERE business_id = $1` },
    [businessId],
  );
  return rows[0]!.count;
}

/** Rows that wait to be told: none when everything committed has been told in full. */
export async function outboxSize(world: World): Promise<number> {
  const rows = await world.database.query<{ count: number }>(
    { name: 'test-outbox', text: 'SELECT count(*) FROM outbox' },
    [],
  );
  return rows[0]!.count;
}

/** Offset to apply next, in a world of one partition. */
export async function positionOf({ database }: World): Promise<number> {
  const rows = await database.query<{ position: number }>(
    { name: 'test-position', text: 'SELECT position FROM positions' },
    [],
  );
  return rows[0]!.position;
}

/** How many commands have ever been written, over all partitions. */
export async function endOfCommands({ kafka }: World): Promise<number> {
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topics.commands.name);
  await admin.disconnect();
  return offsets.reduce((sum, { high }) => sum + Number(high), 0);
}
