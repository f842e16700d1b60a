import type { Topic } from '../../../schemas/topics';

/** A record read from a partition. */
export interface LogRecord {
  readonly partition: number;
  readonly offset: number;
  readonly value: Buffer;
}

/** An encoded record with its partition chosen, ready to be written. */
export interface OutgoingRecord {
  readonly topic: string;
  readonly partition: number;
  readonly key: string | null;
  readonly value: Buffer;
}

/** A record that a command caused. */
export interface AnnouncedRecord extends OutgoingRecord {
  /** The offset of that command. */
  readonly cause: number;
}

/** A record that a processor writes. The type of `value` is checked against the topic. */
export interface Output<Value = unknown> {
  readonly topic: Topic<Value>;
  readonly key: string;
  readonly value: Value;
}

export function output<Value>(topic: Topic<Value>, key: string, value: Value): Output {
  return { topic, key, value };
}

/** The partition that the default partitioner of every Kafka client chooses for this key. */
export function partitionFor(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;
}

/**
 * Kafka's hash of keys: 32-bit MurmurHash2 with Kafka's seed. The version in kafkajs uses BigInt and takes 8 µs a key,
 * and a push hashes four keys.
 */
function murmur2(bytes: Buffer): number {
  const { length } = bytes;
  const wholeWords = length & ~3;
  let hash = SEED ^ length;
  for (let index = 0; index < wholeWords; index += 4) {
    let word = Math.imul(bytes.readInt32LE(index), MULTIPLIER);
    word = Math.imul(word ^ (word >>> 24), MULTIPLIER);
    hash = Math.imul(hash, MULTIPLIER) ^ word;
  }
  if (wholeWords < length) {
    for (let index = length - 1; index >= wholeWords; index -= 1) hash ^= bytes[index]! << (8 * (index & 3));
    hash = Math.imul(hash, MULTIPLIER);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
}

const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;
