import { hostname } from 'node:os';
import { createKafka, type ClientName, type LogClient } from '../../streams/runtime/kafka/kafka-client';
import type { Logger } from '../../streams/runtime/logger';
import type { Config } from './config/config';

export type { ClientName };

/** Where the log is, and how it is spoken to. */
export type LogConfig = Pick<Config<'ingress'>, 'kafkaBrokers' | 'kafkaTls' | 'kafkaLogin'>;

export function openKafka(config: LogConfig, name: ClientName, logger: Logger): LogClient {
  const { kafkaBrokers: brokers, kafkaTls: tls, kafkaLogin: login } = config;
  return createKafka({ brokers, ...name, tls, login }, logger);
}

/**
 * For members of consumer groups. No two processes can listen at one place, and one that is started again listens where it did; one
 * that takes any free port has no name of its own.
 */
export function memberName(
  role: string,
  { instanceName, bindAddress }: Pick<Config<'pipeline'>, 'instanceName' | 'bindAddress'>,
  port: number,
): ClientName {
  const place = port === 0 ? undefined : `${hostname()}:${bindAddress}:${port}`;
  return { role, instance: instanceName ?? place };
}
