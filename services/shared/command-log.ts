import type { Command } from '../../schemas/generated/command';
import { newId } from '../../schemas/ids';
import { openCodec } from '../../streams/runtime/codec';
import { createCommandWriter } from '../../streams/runtime/command-writer';
import type { Database } from '../../streams/runtime/database';
import { createKafka } from '../../streams/runtime/kafka-client';
import { assertSameLog } from '../../streams/runtime/log-identity';
import { openProducer } from '../../streams/runtime/producer';
import type { Clock } from './clock';
import type { ServiceLogger } from './logger';

/** For whoever wishes something of the ledger and waits for no answer. */
export interface CommandLog {
  /** Resolves when all are in the log. */
  tell(wishes: readonly Pick<Command, 'business_id' | 'body'>[]): Promise<void>;
}

export interface CommandLogOptions {
  readonly config: {
    readonly kafkaBrokers: readonly string[];
    readonly schemaRegistryUrl: string;
    readonly partitions: number;
  };
  readonly clientId: string;
  readonly database: Database;
  readonly logger: ServiceLogger;
  readonly clock: Clock;
}

/** A provider waits for our answer until its report is in the log, and makes only so many calls at a time. */
const REST_MS = 50;

export async function openCommandLog(
  options: CommandLogOptions,
): Promise<CommandLog & { close(): Promise<void> }> {
  const { config, clientId, database, logger, clock } = options;
  const kafka = createKafka({ brokers: config.kafkaBrokers, clientId }, logger);
  await assertSameLog(database, kafka, config.partitions);
  const codec = await openCodec(config.schemaRegistryUrl);
  const producer = await openProducer(kafka, REST_MS);
  const writer = createCommandWriter(codec, producer, config.partitions);
  return {
    tell(wishes) {
      const now = clock.now();
      return writer.write(wishes.map((wish) => ({ ...wish, command_id: newId('cmd', now), issued_at: now })));
    },
    close: () => producer.close(),
  };
}
