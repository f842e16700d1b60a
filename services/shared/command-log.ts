import type { Command } from '../../schemas/generated/command';
import { newId } from '../../schemas/ids';
import { NoAnswer } from '../../streams/runtime/commands/no-answer';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { createCommandWriter } from '../../streams/runtime/commands/command-writer';
import type { Database } from '../../streams/runtime/postgres/database';
import { inTime } from '../../streams/runtime/timing/deadline';
import { assertSameLog } from '../../streams/runtime/kafka/log-identity';
import { openProducer } from '../../streams/runtime/kafka/producer';
import { openKafka, type LogConfig } from './kafka';
import type { Clock } from './clock';
import type { ServiceLogger } from './logger';

/** For whoever requests something of the ledger and waits for no answer. */
export interface CommandLog {
  /** Resolves when all are in the log. Throws `NoAnswer` when that takes too long; they may still be written then. */
  tell(requests: readonly Pick<Command, 'business_id' | 'body'>[]): Promise<void>;
}

export interface OpenCommandLog extends CommandLog {
  /** Whether what was told last is in the log, or may yet be in time. */
  readonly isTaking: boolean;
  close(): Promise<void>;
}

export interface CommandLogOptions {
  readonly config: LogConfig & {
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

/**
 * While the broker hangs, kafkajs tries for up to three minutes, and providers hang up after 10 to 15 s. Told that
 * we are away, within ten seconds in all, they come again; what was written all the same is then written twice, and repeats
 * change nothing.
 */
const PATIENCE_MS = 9_900;

export async function openCommandLog(options: CommandLogOptions): Promise<OpenCommandLog> {
  const { config, clientId, database, logger, clock } = options;
  const kafka = openKafka(config, { role: clientId }, logger);
  await assertSameLog(database, kafka, config.partitions);
  const codec = await openCodec(config.schemaRegistryUrl);
  const producer = await openProducer(kafka, REST_MS);
  const writer = createCommandWriter(codec, producer, config.partitions);
  let isTaking = true;
  const settled = (taken: boolean) => {
    isTaking = taken;
  };
  return {
    async tell(requests) {
      if (requests.length === 0) return;
      const now = clock.now();
      const commands = requests.map((request) => ({
        command_id: newId('cmd', now),
        issued_at: now,
        ...request,
      }));
      const written = writer.write(commands);
      // What is written too late still says that the log is back.
      written.then(
        () => settled(true),
        () => settled(false),
      );
      if ((await inTime(written, PATIENCE_MS)) !== 'overdue') return;
      settled(false);
      throw new NoAnswer();
    },
    get isTaking() {
      return isTaking;
    },
    close: () => producer.close(),
  };
}
