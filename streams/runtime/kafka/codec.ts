import { SchemaType } from '@kafkajs/confluent-schema-registry';
import { Type } from 'avsc';
import { allTopics, type Topic } from '../../../schemas/topics';
import { RegistryAway } from '../failures/failures';
import { nameWhatFails } from '../failures/name-what-fails';
import { openRegistry, REGISTRY, type Registry } from './schema-registry';

/** Avro in Confluent's wire format: a zero byte, the schema's id in four bytes, the value. */
export interface Codec {
  encode<Value>(topic: Topic<Value>, value: Value): Buffer;
  /** Decodes records of any release as today's type. Throws `RegistryAway` if the schema cannot be looked up. */
  decode<Value>(topic: Topic<Value>, bytes: Buffer): Promise<Value>;
}

/**
 * Looks up the id of every schema once, so that encoding is synchronous. So a value that does not fit its schema fails
 * before the transaction that publishes it commits.
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
    if (writer === undefined) throw new Error(`topic ${name} has no schema: list it in schemas/topics.ts`);
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

/** The client caches schemas, so only the first record of another release needs the registry. */
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

/** One buffer for many records, because allocating a buffer for each record costs more than encoding it. */
class Slab {
  private room = Buffer.allocUnsafe(SLAB_BYTES);
  private used = 0;

  write({ header, type }: Writer, value: unknown): Buffer {
    const start = this.used;
    const fits = this.room.length - start > header.length;
    const end = fits ? type.encode(value, this.room, start + header.length) : -SLAB_BYTES;
    if (end < 0) {
      // `end` is the negative number of missing bytes. Records in the old buffer keep it alive for as long as needed.
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

/** Time-out of the set-up. It is long because a registry that has just started is slow and no request waits for it. */
const SET_UP_WITHIN_MS = 30_000;

/** Registers the schema of every topic. The registry refuses a schema that cannot read the records in the topic. */
export async function registerSchemas(registryUrl: string): Promise<void> {
  await requireBackwardCompatibility(registryUrl);
  const { client, inTime } = openRegistry(registryUrl, SET_UP_WITHIN_MS);
  for (const topic of allTopics) {
    await inTime(client.register(confluentSchema(topic), { subject: subjectOf(topic) }));
  }
}

/** Sets the default for all subjects, because a registry without checks accepts the first schema of a new subject. */
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
    const answer = `it answered ${String(response.status)} to PUT /config, which makes it check compatibility`;
    throw new Error(`${REGISTRY} cannot be used: ${answer}`);
  }
}

/** Moves user and password from the address to a header, because `fetch` refuses them in an address. */
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
