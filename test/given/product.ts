import { migrate } from '../../services/shared/postgres/migrate';
import { openPostgres, type PostgresDatabase } from '../../services/shared/postgres/postgres';
import { registerSchemas } from '../../streams/runtime/kafka/codec';
import { createKafka } from '../../streams/runtime/kafka/kafka-client';
import { setUpTopics } from '../../streams/runtime/kafka/topic-setup';
import { operate } from './merchant';
import { ServiceProcess } from './service-process';
import { sharedServers } from './shared-servers';
import { SERVICE_ENVIRONMENT, SILENT } from './world';

/** The product, started once per run, for tests that only use it: each with a business of its own. */
export interface Product {
  readonly ingressUrl: string;
  readonly consoleUrl: string;
  readonly ledgerUrl: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface RunningProduct {
  stop(): Promise<void>;
}

const VARIABLE = 'NUDGELINE_TEST_PRODUCT';
const PARTITIONS = 4;

export async function startProduct(): Promise<RunningProduct> {
  const servers = sharedServers();
  const env = {
    KAFKA_BROKERS: servers.kafkaBrokers,
    SCHEMA_REGISTRY_URL: servers.schemaRegistryUrl,
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    ...SERVICE_ENVIRONMENT,
    PARTITIONS: String(PARTITIONS),
  };
  const kafka = createKafka({ brokers: [servers.kafkaBrokers], role: 'test' }, SILENT);
  await Promise.all([
    migrate(servers.databaseUrl),
    setUpTopics(kafka, { partitions: PARTITIONS, replication: 1 }),
    registerSchemas(servers.schemaRegistryUrl),
  ]);
  const roles = [['pipeline', 'ledger'], ['ingress'], ['console']];
  const processes = roles.map((args) => ServiceProcess.start(['services/main.js', ...args], env));
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((started) => started.kill()));
  };
  try {
    const ready = Promise.all(processes.map((started) => started.ready()));
    const [ledgerUrl, ingressUrl, consoleUrl] = await ready;
    process.env[VARIABLE] = JSON.stringify({ ingressUrl, consoleUrl, ledgerUrl, env });
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

export function product(): Product {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('the product is not running: run this file with Jest');
  return JSON.parse(text) as Product;
}

/** One more process of the running product. The caller ends it. */
export function startBeside(
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): ServiceProcess {
  return ServiceProcess.start(['services/main.js', ...args], { ...product().env, ...settings });
}

export function openDatabase(): PostgresDatabase {
  return openPostgres({ url: product().env['DATABASE_URL']!, applicationName: 'test' }, SILENT);
}

export async function aMerchant(settings: object = {}): Promise<{ id: string; apiKey: string }> {
  const url = `${product().consoleUrl}/admin/v1/businesses`;
  const { status, text, body } = await operate(url, {
    method: 'POST',
    body: { name: 'Bloom & Co', ...settings },
  });
  if (status !== 201) throw new Error(`no business was made: ${String(status)} ${text}`);
  return { id: body['id'] as string, apiKey: body['api_key'] as string };
}
