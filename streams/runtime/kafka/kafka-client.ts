import { Kafka, logLevel, type Admin, type LogEntry, type SASLOptions } from 'kafkajs';
import { nameWhatFails } from '../failures/name-what-fails';
import type { Logger } from '../logger';
import { patchKafkajs } from './kafkajs-patches';
import { clientIdOf } from './membership';

/** The Kafka client for code outside the runtime, which passes it on but never uses it. */
export type LogClient = Kafka;

/** The name under which the brokers know a connection. */
export interface ClientName {
  /** What the client is for. */
  readonly role: string;
  /** A name that the process keeps over restarts. No other process of this role has it at the same time. */
  readonly instance?: string | undefined;
}

export interface KafkaSettings extends ClientName {
  readonly brokers: readonly string[];
  readonly tls?: boolean;
  readonly login?: KafkaLogin | null;
}

export interface KafkaLogin {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

export function createKafka(settings: KafkaSettings, logger: Logger): LogClient {
  const { brokers, role, instance, tls = false, login } = settings;
  patchKafkajs();
  return new Kafka({
    brokers: [...brokers],
    clientId: clientIdOf(role, instance),
    ssl: tls,
    // kafkajs has one type per mechanism, and they are all alike.
    ...(login ? { sasl: login as SASLOptions } : {}),
    // The default of 1 s is shorter than a busy broker's pause, and turns a late answer into a lost one.
    connectionTimeout: 5_000,
    requestTimeout: 15_000,
    // By default kafkajs waits 300 ms before a first retry. Back-to-back transactions then take 326 ms each, not 31.
    retry: { initialRetryTime: 20, maxRetryTime: 2_000, retries: 10 },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => report(logger, entry),
  });
}

/** Opens an admin client for a process that starts: the error names KAFKA_BROKERS. The caller disconnects it. */
export async function openAdmin(kafka: LogClient): Promise<Admin> {
  const admin = kafka.admin();
  await nameWhatFails('the brokers at KAFKA_BROKERS', admin.connect());
  return admin;
}

/**
 * Logs one level lower than kafkajs, which logs as errors what it then retries (a coordinator that loads, a group that
 * rebalances). What it gives up on is thrown as an exception.
 */
function report(logger: Logger, { namespace, level, log }: LogEntry): void {
  const { message, timestamp: _timestamp, logger: _logger, stack: _stack, ...fields } = log;
  const line = `kafkajs: ${message}`;
  if (level === logLevel.ERROR) logger.warn({ namespace, ...fields }, line);
  else logger.debug({ namespace, ...fields }, line);
}
