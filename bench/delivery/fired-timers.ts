import { Kafka, logLevel, type Consumer } from 'kafkajs';
import { once, EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { topics } from '../../schemas/topics';
import { openCodec } from '../../streams/runtime/kafka/codec';
import type { Servers } from '../servers';
import { PARTITIONS } from './delivery';

export interface FiredTimer {
  readonly subjectId: string;
  readonly dueAtMs: number;
  /** When its command was written to the log. */
  readonly firedAtMs: number;
}

const POLL_MS = 50;

/** Reads fired timers from the log, each once: a timer that is not applied in time may fire again. */
export class FiredTimers {
  private readonly fired = new Map<string, FiredTimer>();

  private constructor(private readonly consumer: Consumer) {}

  static async watch(servers: Servers): Promise<FiredTimers> {
    const kafka = new Kafka({ brokers: [servers.KAFKA_BROKERS.url], logLevel: logLevel.NOTHING });
    const codec = await openCodec(servers.SCHEMA_REGISTRY_URL.url);
    const consumer = kafka.consumer({ groupId: 'benchmark', maxWaitTimeInMs: 50 });
    const watch = new FiredTimers(consumer);
    const events = new EventEmitter();
    consumer.on(consumer.events.FETCH, () => events.emit('reading'));
    await consumer.connect();
    await consumer.subscribe({ topics: [topics.commands.name], fromBeginning: false });
    const reading = once(events, 'reading');
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: PARTITIONS,
      eachBatch: async ({ batch }) => {
        for (const { value, timestamp } of batch.messages) {
          if (value === null) continue;
          const { body } = await codec.decode(topics.commands, value);
          if ('FireTimer' in body) watch.note(body.FireTimer, Number(timestamp));
        }
      },
    });
    await reading;
    return watch;
  }

  /** Waits for this many timers or the timeout. Returns those that fired since the last call, in order. */
  async take(count: number, withinMs: number): Promise<FiredTimer[]> {
    const deadline = performance.now() + withinMs;
    while (this.fired.size < count && performance.now() < deadline) await delay(POLL_MS);
    const taken = [...this.fired.values()].sort((one, other) => one.firedAtMs - other.firedAtMs);
    this.fired.clear();
    return taken;
  }

  close(): Promise<void> {
    return this.consumer.disconnect();
  }

  private note(timer: { subject_id: string; due_at: number }, firedAtMs: number): void {
    const { subject_id: subjectId, due_at: dueAtMs } = timer;
    if (!this.fired.has(subjectId)) this.fired.set(subjectId, { subjectId, dueAtMs, firedAtMs });
  }
}
