import { createKafka, type LogClient } from '../../streams/runtime/kafka-client';
import type { Logger } from '../../streams/runtime/logger';
import type { Config } from './config/config';

/** Where the log is, and how it is spoken to. */
export type LogConfig = Pick<Config<'ingress'>, 'kafkaBrokers' | 'kafkaTls' | 'kafkaLogin'>;

export function openKafka(config: LogConfig, clientId: string, logger: Logger): LogClient {
  const { kafkaBrokers: brokers, kafkaTls: tls, kafkaLogin: login } = config;
  return createKafka({ brokers, clientId, tls, login }, logger);
}
