import { hostname } from 'node:os';
import { createKafka, type ClientName, type LogClient } from '../../streams/runtime/kafka/kafka-client';
import type { Logger } from '../../streams/runtime/logger';
import type { Config } from './config/config';

/** Where the brokers are, and how to log in. */
export type LogConfig = Pick<Config<'ingress'>, 'kafkaBrokers' | 'kafkaTls' | 'kafkaLogin'>;

export type { ClientName };

/** Opens the Kafka client of a process, with the settings that all services share. */
export function openKafka(config: LogConfig, name: ClientName, logger: Logger): LogClient {
  const { kafkaBrokers: brokers, kafkaTls: tls, kafkaLogin: login } = config;
  return createKafka({ brokers, ...name, tls, login }, logger);
}

/**
 * Names a member of a consumer group. A process that restarts listens at the same address, and no two processes share
 * one, so the address is its name. A process on any free port has no name.
 */
export function memberName(
  role: string,
  { instanceName, bindAddress }: Pick<Config<'pipeline'>, 'instanceName' | 'bindAddress'>,
  port: number,
): ClientName {
  const place = port === 0 ? undefined : `${hostname()}:${bindAddress}:${port}`;
  return { role, instance: instanceName ?? place };
}
