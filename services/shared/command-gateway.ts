import { randomBytes } from 'node:crypto';
import type { Command } from '../../schemas/generated/command';
import { newId } from '../../schemas/ids';
import { openAsker, type Asker } from '../../streams/runtime/commands/ask';
import { openCodec } from '../../streams/runtime/kafka/codec';
import type { Database } from '../../streams/runtime/postgres/database';
import type { Answer } from '../../streams/runtime/commands/command-processor';
import { assertSameLog } from '../../streams/runtime/kafka/log-identity';
import { findAnswers } from '../../streams/runtime/commands/outcomes';
import { openProducer } from '../../streams/runtime/kafka/producer';
import { openKafka, type LogConfig } from './kafka';
import type { Clock } from './clock';
import { jsonTextReply, type HttpReply } from './http/reply';
import type { HttpRequest } from './http/route';
import type { ServiceLogger } from './logger';
import { replyInboxOpener } from './reply-channel';

/** What a service asks the ledger to do, before it has an id and a time. */
export type CommandRequest = Pick<Command, 'business_id' | 'idempotency' | 'body'>;

/** Takes a request into the pipeline and brings its outcome back. */
export interface CommandGateway {
  /** Throws when no reply comes in time or the log is unavailable; the command may still be applied then. */
  send(request: Pick<HttpRequest, 'note'>, commandRequest: CommandRequest): Promise<HttpReply>;
}

/** For commands that the log has held before, such as a dead letter that is replayed. */
export interface CommandRepeater {
  /** Sends a command unchanged, under its own id; throws as `send` does. */
  again(request: Pick<HttpRequest, 'note'>, command: Command): Promise<Answer>;
}

export interface OpenCommandGateway extends CommandGateway, CommandRepeater {
  /** False while replies do not arrive, so that outcomes are looked up in PostgreSQL. */
  readonly isReplied: boolean;
  readonly isWriting: boolean;
  close(): Promise<void>;
}

export interface GatewayOptions {
  readonly config: LogConfig & {
    readonly schemaRegistryUrl: string;
    readonly partitions: number;
    readonly redisUrl: string;
  };
  /** The role of the process: ingress, inbox or console. */
  readonly role: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: ServiceLogger;
}

export async function openCommandGateway(options: GatewayOptions): Promise<OpenCommandGateway> {
  const { config, role, database, clock, logger } = options;
  const kafka = openKafka(config, { role }, logger);
  await assertSameLog(database, kafka, config.partitions);
  const codec = await openCodec(config.schemaRegistryUrl);
  const producer = await openProducer(kafka);
  const asker = openAsker({
    name: `${role}-${randomBytes(9).toString('base64url')}`,
    codec,
    producer,
    partitions: config.partitions,
    lookUp: (commandIds) => findAnswers(database, commandIds),
    openInbox: replyInboxOpener(config.redisUrl, logger),
  });
  return {
    ...createCommandGateway(asker, clock),
    get isReplied() {
      return asker.isReplied;
    },
    get isWriting() {
      return asker.isWriting;
    },
    async close() {
      await asker.close();
      await producer.close();
    },
  };
}

export function createCommandGateway(
  asker: Pick<Asker, 'ask'>,
  clock: Clock,
): CommandGateway & CommandRepeater {
  return {
    async send(request, commandRequest) {
      const now = clock.now();
      const command_id = newId('cmd', now);
      request.note({ business_id: commandRequest.business_id, correlation_id: command_id });
      return replyWith(await asker.ask({ command_id, issued_at: now, ...commandRequest }));
    },
    again(request, command) {
      request.note({ business_id: command.business_id, correlation_id: command.command_id });
      return asker.ask(command);
    },
  };
}

/** Marks an answer as a replay of a stored one (IDEM-4). */
export const REPLAYED_HEADER = 'Idempotent-Replayed';

/** The body stays byte for byte as the ledger stored it. */
export function replyWith({ status, body, replayed }: Answer): HttpReply {
  return jsonTextReply(status, body, replayed ? { [REPLAYED_HEADER]: 'true' } : {});
}
