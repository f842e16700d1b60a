import { randomBytes } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { Client } from 'pg';
import { migrate } from '../../services/shared/postgres/migrate';
import { openPostgres, type PostgresDatabase } from '../../services/shared/postgres/postgres';
import { openCodec, type Codec } from '../../streams/runtime/kafka/codec';
import { setUpTopics } from '../../streams/runtime/kafka/topic-setup';
import type { BrokerProxy } from './broker-proxy';
import { ServiceProcess } from './service-process';
import { sharedServers } from './shared-servers';
import { PATIENCE_MS } from './until';
import { borrowBroker, startProxiedBroker } from './world-broker';

/**
 * A log and a database of a test's own, for tests that break them: a broker that nobody else uses meanwhile, a fresh
 * database on the shared PostgreSQL. Everything started through it ends with it.
 */
export interface World {
  readonly env: Readonly<Record<string, string>>;
  readonly kafka: Kafka;
  readonly database: PostgresDatabase;
  readonly codec: Codec;
  readonly partitions: number;
  /** Where clients reach the broker through a proxy. */
  readonly proxy: BrokerProxy | undefined;
  /** The broker's own folder, with its log and its properties. */
  readonly brokerFolder: string;
  start(...args: readonly string[]): ServiceProcess;
  /** The same with other settings. */
  startWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): ServiceProcess;
  /** A program of test/programs instead of a service. */
  startProgram(name: string, ...args: readonly string[]): ServiceProcess;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly partitions?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Puts a proxy between the broker and its clients. */
  readonly proxied?: boolean;
  /** Instead of the shared PostgreSQL. */
  readonly postgresUrl?: string;
}

export const OPERATOR_TOKEN = 'opt_for-tests-only-0123456789';

export async function openWorld({
  partitions = 2,
  env: extra = {},
  proxied = false,
  postgresUrl,
}: WorldOptions = {}): Promise<World> {
  const servers = sharedServers();
  const name = `world_${randomBytes(6).toString('hex')}`;
  const [broker, databaseUrl] = await Promise.all([
    proxied ? startProxiedBroker(servers.home, name) : borrowBroker(servers.brokerLenderUrl),
    createDatabase(postgresUrl ?? servers.databaseUrl, name),
  ]);
  const env = {
    KAFKA_BROKERS: broker.url,
    SCHEMA_REGISTRY_URL: servers.schemaRegistryUrl,
    DATABASE_URL: databaseUrl,
    REDIS_URL: servers.redisUrl,
    ...SERVICE_ENVIRONMENT,
    PARTITIONS: String(partitions),
    ...extra,
  };
  const kafka = new Kafka({
    brokers: [env.KAFKA_BROKERS],
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 50 },
  });
  await Promise.all([migrate(databaseUrl), setUpTopics(kafka, { partitions, replication: 1 })]);
  const database = openPostgres({ url: databaseUrl, applicationName: 'test' }, SILENT);
  const processes: ServiceProcess[] = [];
  const start = (
    program: readonly string[],
    settings: Readonly<Record<string, string>> = {},
  ): ServiceProcess => {
    const started = ServiceProcess.start(program, { ...env, ...settings });
    processes.push(started);
    return started;
  };

  return {
    env,
    kafka,
    database,
    codec: await openCodec(servers.schemaRegistryUrl),
    partitions,
    proxy: broker.proxy,
    brokerFolder: broker.folder,
    start: (...args) => start(['services/main.js', ...args]),
    startWith: (settings, ...args) => start(['services/main.js', ...args], settings),
    startProgram: (program, ...args) => start([`test/programs/${program}.js`, ...args]),
    async close() {
      await Promise.all(processes.map((running) => running.kill()));
      await database.close();
      await broker.giveBack();
    },
  };
}

/**
 * Short sessions, so that a killed process is missed within two seconds. Redis has time to answer on a busy machine: without
 * an answer nothing is counted, and no revocation confirmed.
 */
export const SERVICE_ENVIRONMENT = {
  OPERATOR_TOKEN,
  HASH_SECRET: 'a secret for tests only, 32 characters or more',
  LINK_SECRET: 'a secret for links in tests, 32 characters or more',
  INBOX_URL: 'http://inbox.test',
  WEBHOOK_SECRETS_KEY: Buffer.alloc(32, 'tests').toString('base64'),
  CALLBACKS_URL: 'http://callbacks.test',
  SMS_SENDER: '+447700900999',
  INGRESS_PORT: '0',
  INBOX_PORT: '0',
  CONSOLE_PORT: '0',
  CALLBACKS_PORT: '0',
  PIPELINE_PORT: '0',
  REPLICATION: '1',
  TEMPLATE_REVIEW: 'approved',
  SESSION_TIMEOUT_MS: '2000',
  REDIS_TIMEOUT_MS: '3000',
  DRAIN_TIMEOUT_MS: String(PATIENCE_MS),
  NODE_ENV: 'test',
  LOG_LEVEL: 'debug',
};

export const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new Client(serverUrl);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
