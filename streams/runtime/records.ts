import { Partitioners } from 'kafkajs';
import type { Topic } from '../../schemas/topics';

/** A record read from a partition. */
export interface LogRecord {
  readonly partition: number;
  readonly offset: number;
  readonly value: Buffer;
}

/** A record ready to be written: encoded, and with its partition chosen. */
export interface OutgoingRecord {
  readonly topic: string;
  readonly partition: number;
  readonly key: string | null;
  readonly value: Buffer;
}

/** What a processor wishes to write; `topic` cannot be named without a value of its type. */
export interface Output<Value = unknown> {
  readonly topic: Topic<Value>;
  readonly key: string;
  readonly value: Value;
}

export function output<Value>(topic: Topic<Value>, key: string, value: Value): Output {
  return { topic, key, value };
}

/** The partition that every Kafka client with the default partitioner (murmur2) chooses for this key. */
export function partitionFor(key: string, partitions: number): number {
  return choose({
    topic: '',
    partitionMetadata: Array.from({ length: partitions }, (_, partitionId) => ({
      partitionId,
      partitionErrorCode: 0,
      leader: 0,
      replicas: [],
      isr: [],
    })),
    message: { key, value: null },
  });
}

const choose = Partitioners.DefaultPartitioner();
