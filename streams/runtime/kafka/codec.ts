import { SchemaType } from '@kafkajs/confluent-schema-registry';
import { Type } from 'avsc';
import { allTopics, type Topic } from '../../../schemas/topics';
import { RegistryAway } from '../failures/failures';
import { nameWhatFails } from '../failures/name-what-fails';
import { openRegistry, REGISTRY, type Registry } from './schema-registry';

/** Avro in Confluent's wire format: a zero byte, the schema's id in four bytes, the value. */
export interface Codec {
  encode<Value>(topic: Topic<Value>, value: Value): Buffer;
  /** Reads what any other release wrote, as today's type. Throws `RegistryAway` where it is not known whether it can be read. */
  decode<Value>(topic: Topic<Value>, bytes: Buffer): Promise<Value>;
}

/**
 * Looks up every schema's id once, so that encoding is synchronous and a value that does not fit its schema is found
 * out before the transaction that would have announced it commits.
 */
export async function openCodec(registryUrl: string, answerWithinMs?: number): Promise<Codec> {
  const registry = openRegistry(registryUrl, answerWithinMs);
  const writers = new Map<string, Writer>();
  for (const topic of allTopics) {
    const found = registry.client.getRegistryIdBySchema(subjectOf(topic), confluentSchema(topic));
    const id = await registry.inTime(nameWhatFails(REGISTRY, found));
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeInt32BE(id, 1);
    writers.set(topic.name, { header, type: Type.forSchema(topic.schema as never) });
  }

  const slab = new Slab();
  const writerOf = ({ name }: Topic<unknown>): Writer => {
    const writer = writers.get(name);
    if (writer === undefined) throw new Error(`no schema is known for topic ${name}`);
    return writer;
  };

  return {
    encode: (topic, value) => slab.write(writerOf(topic), value),
    async decode(topic, bytes) {
      const reader = writerOf(topic);
      if (bytes.subarray(0, HEADER_BYTES).equals(reader.header)) {
        return reader.type.fromBuffer(bytes.subarray(HEADER_BYTES)) as never;
      }
      await lookUpSchema(registry, bytes);
      return (await registry.client.decode(bytes, {
        [SchemaType.AVRO]: { readerSchema: topic.schema as never },
      })) as never;
    },
  };
}

/** The registry keeps what it was asked for once; only the first record of another release needs it. */
async function lookUpSchema({ client, inTime }: Registry, bytes: Buffer): Promise<void> {
  if (bytes.length < HEADER_BYTES || bytes[0] !== 0) throw new Error('the record has no schema');
  try {
    await inTime(client.getSchema(bytes.readInt32BE(1)));
  } catch (error) {
    if ((error as { status?: number }).status === NOT_FOUND) throw error;
    throw new RegistryAway(error);
  }
}

const HEADER_BYTES = 5;
const NOT_FOUND = 404;

interface Writer {
  readonly header: Buffer;
  readonly type: Type;
}

/** Room that records are written into one behind the other: a buffer for each cost more than the writing. */
class Slab {
  private room = Buffer.allocUnsafe(SLAB_BYTES);
  private used = 0;

  write({ header, type }: Writer, value: unknown): Buffer {
    const start = this.used;
    const fits = this.room.length - start > header.length;
    const end = fits ? type.encode(value, this.room, start + header.length) : -SLAB_BYTES;
    if (end < 0) {
      // Minus the bytes that were missing. What stands in the old room stays there for as long as somebody needs it.
      this.room = Buffer.allocUnsafe(SLAB_BYTES + this.room.length - start - end);
      this.used = 0;
      return this.write({ header, type }, value);
    }
    this.room.set(header, start);
    this.used = end;
    return this.room.subarray(start, end);
  }
}

const SLAB_BYTES = 64 * 1024;

/** For an answer while setting up: nobody waits behind it, and a registry that was just started is slow. */
const SET_UP_WITHIN_MS = 30_000;

/** Registers every topic's schema; the registry refuses one that could not read what is in the topic. */
export async function registerSchemas(registryUrl: string): Promise<void> {
  await requireBackwardCompatibility(registryUrl);
  const { client, inTime } = openRegistry(registryUrl, SET_UP_WITHIN_MS);
  for (const topic of allTopics) {
    await inTime(client.register(confluentSchema(topic), { subject: subjectOf(topic) }));
  }
}

/** A registry that checks nothing by default would take a first schema before its subject is told to check. */
async function requireBackwardCompatibility(registryUrl: string): Promise<void> {
  const { address, login } = withoutLogin(`${registryUrl}/config`);
  const asked = fetch(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...login },
    body: JSON.stringify({ compatibility: 'BACKWARD' }),
    signal: AbortSignal.timeout(SET_UP_WITHIN_MS),
  });
  const response = await nameWhatFails(REGISTRY, asked);
  if (!response.ok) {
    const answer = `it answered ${String(response.status)} when asked to check compatibility`;
    throw new Error(`${REGISTRY} cannot be used: ${answer}`);
  }
}

/** `fetch` refuses an address with user and password in it. */
function withoutLogin(text: string): { address: URL; login: Record<string, string> } {
  const address = new URL(text);
  const { username, password } = address;
  if (username === '') return { address, login: {} };
  const pair = [username, password].map(decodeURIComponent).join(':');
  address.username = '';
  address.password = '';
  return { address, login: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

function subjectOf(topic: Topic<unknown>): string {
  return `${topic.name}-value`;
}

function confluentSchema(topic: Topic<unknown>): { type: SchemaType.AVRO; schema: string } {
  return { type: SchemaType.AVRO, schema: JSON.stringify(topic.schema) };
}
