// The servers that the product needs, each with the variable that names one that runs elsewhere.

import { startKafka, type KafkaOptions } from './parts/kafka';
import type { Part } from './parts/part';
import type { Ports, PortVariable } from './ports';
import { startPostgres } from './parts/postgres';
import { startRedis } from './parts/redis';
import { startRegistry } from './parts/registry';

export type PartUrls = Readonly<Record<LocalPart['variable'], string>>;

export interface LocalPart {
  readonly variable: 'KAFKA_BROKERS' | 'SCHEMA_REGISTRY_URL' | 'DATABASE_URL' | 'REDIS_URL';
  readonly label: string;
  readonly ports: readonly PortVariable[];
  readonly needsFetching: boolean;
  start(): Promise<Part>;
}

export type KafkaTuning = Pick<KafkaOptions, 'quickStart' | 'retentionCheckMs' | 'sessionTimeoutMs'>;

export function localParts(home: string, ports: Ports, kafka: KafkaTuning = {}): readonly LocalPart[] {
  const [port, controllerPort] = [ports.LOCAL_KAFKA_PORT, ports.LOCAL_KAFKA_CONTROLLER_PORT];
  return [
    {
      variable: 'KAFKA_BROKERS',
      label: 'Kafka',
      ports: ['LOCAL_KAFKA_PORT', 'LOCAL_KAFKA_CONTROLLER_PORT'],
      needsFetching: true,
      start: () => startKafka({ home, port, controllerPort, ...kafka }),
    },
    {
      variable: 'SCHEMA_REGISTRY_URL',
      label: 'schema registry',
      ports: ['LOCAL_REGISTRY_PORT'],
      needsFetching: true,
      start: () => startRegistry({ home, port: ports.LOCAL_REGISTRY_PORT }),
    },
    {
      variable: 'DATABASE_URL',
      label: 'PostgreSQL',
      ports: ['LOCAL_POSTGRES_PORT'],
      needsFetching: false,
      start: () => startPostgres({ home, port: ports.LOCAL_POSTGRES_PORT }),
    },
    {
      variable: 'REDIS_URL',
      label: 'Redis',
      ports: ['LOCAL_REDIS_PORT'],
      needsFetching: true,
      start: () => startRedis({ home, port: ports.LOCAL_REDIS_PORT }),
    },
  ];
}
