import { Kafka, logLevel, type Admin, type LogEntry, type SASLOptions } from 'kafkajs';
import { nameWhatFails } from '../failures/name-what-fails';
import type { Logger } from '../logger';
import { mendKafkajs } from './kafkajs-patches';
import { clientIdOf } from './membership';

/** For wiring outside the runtime, which hands it on and never looks inside. */
export type LogClient = Kafka;

/** Whom the brokers know a connection by. */
export interface ClientName {
  /** What the client is for. */
  readonly role: string;
  /** A name that the process has again after a restart, and no other of its role has meanwhile. */
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
  mendKafkajs();
  return new Kafka({
    brokers: [...brokers],
    clientId: clientIdOf(role, instance),
    ssl: tls,
    // One type for each mechanism there, which are alike.
    ...(login ? { sasl: login as SASLOptions } : {}),
    // The default of 1 s is shorter than a busy broker's pause and makes a late answer a lost one.
    connectionTimeout: 5_000,
    requestTimeout: 15_000,
    // kafkajs waits 300 ms before a first retry by default; back-to-back transactions then take 326 ms each, not 31.
    retry: { initialRetryTime: 20, maxRetryTime: 2_000, retries: 10 },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => report(logger, entry),
  });
}

/** For what a start asks of the brokers before anything else. The caller disconnects it. */
export async function openAdmin(kafka: LogClient): Promise<Admin> {
  const admin = kafka.admin();
  await nameWhatFails('the brokers at KAFKA_BROKERS', admin.connect());
  return admin;
}

/**
 * One level down: kafkajs calls an error what it then retries by itself (a coordinator still loading, a group that
 * rebalances). What it gives up on reaches us as an exception.
 */
function report(logger: Logger, { namespace, level, log }: LogEntry): void {
  const { message, timestamp: _timestamp, logger: _logger, stack: _stack, ...fields } = log;
  const line = `kafkajs: ${message}`;
  if (level === logLevel.ERROR) logger.warn({ namespace, ...fields }, line);
  else logger.debug({ namespace, ...fields }, line);
}
