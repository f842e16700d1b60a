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

/** Writes commands for a caller that waits for no outcome. */
export interface CommandLog {
  /** Resolves when all are in the log. Throws `NoAnswer` when that takes too long; they may still be written then. */
  write(requests: readonly Pick<Command, 'business_id' | 'body'>[]): Promise<void>;
}

export interface OpenCommandLog extends CommandLog {
  /** Whether the last write is in the log, or may still get there in time. */
  readonly isWriting: boolean;
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

/**
 * A provider waits until its report is in the log, and makes only so many calls at a time, so batches fill for 50 ms
 * only.
 */
const REST_MS = 50;

/**
 * While the broker hangs, kafkajs retries for up to three minutes, but providers hang up after 10 to 15 s. So a
 * provider gets 503 within ten seconds and reports again. If the first report was written after all, the log has it
 * twice, and a repeat changes nothing.
 */
const PATIENCE_MS = 9_900;

export async function openCommandLog(options: CommandLogOptions): Promise<OpenCommandLog> {
  const { config, clientId, database, logger, clock } = options;
  const kafka = openKafka(config, { role: clientId }, logger);
  await assertSameLog(database, kafka, config.partitions);
  const codec = await openCodec(config.schemaRegistryUrl);
  const producer = await openProducer(kafka, REST_MS);
  const writer = createCommandWriter(codec, producer, config.partitions);
  let isWriting = true;
  const settled = (isWritten: boolean) => {
    isWriting = isWritten;
  };
  return {
    async write(requests) {
      if (requests.length === 0) return;
      const now = clock.now();
      const commands = requests.map((request) => ({
        command_id: newId('cmd', now),
        issued_at: now,
        ...request,
      }));
      const written = writer.write(commands);
      // A write that comes too late still shows that the log is back.
      written.then(
        () => settled(true),
        () => settled(false),
      );
      if ((await inTime(written, PATIENCE_MS)) !== 'overdue') return;
      settled(false);
      throw new NoAnswer();
    },
    get isWriting() {
      return isWriting;
    },
    close: () => producer.close(),
  };
}
