import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoBusiness } from './demo-business';
import type { PartUrls } from './local-parts';
import type { Ports } from './ports';
import { writePrivateJson } from './private-file';
import { serviceUrl } from './services';

/** The running instance, as its tools and tests need it. */
export interface Instance {
  readonly ports: Ports;
  readonly urls: PartUrls;
  readonly operatorToken: string;
  readonly demo: DemoBusiness;
}

/** Writes the file in which tools and tests find the instance. The file exists only while the instance runs. */
export function writeInstanceFile(home: string, instance: Instance, pids: Record<string, number>): void {
  const { ports, urls, operatorToken, demo } = instance;
  writePrivateJson(instanceFile(home), {
    base_url: serviceUrl(ports, 'INGRESS_PORT'),
    inbox_url: serviceUrl(ports, 'INBOX_PORT'),
    admin_url: serviceUrl(ports, 'CONSOLE_PORT'),
    callbacks_url: serviceUrl(ports, 'CALLBACKS_PORT'),
    simulator_url: serviceUrl(ports, 'SIMULATOR_PORT'),
    operator_token: operatorToken,
    demo,
    kafka_brokers: urls.KAFKA_BROKERS,
    schema_registry_url: urls.SCHEMA_REGISTRY_URL,
    database_url: urls.DATABASE_URL,
    redis_url: urls.REDIS_URL,
    pids,
  });
}

export function removeInstanceFile(home: string): void {
  rmSync(instanceFile(home), { force: true });
}

function instanceFile(home: string): string {
  return join(home, 'instance.json');
}
