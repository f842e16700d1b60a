import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, request as ask, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { topics } from '../../schemas/topics';
import { sinkCertificate } from '../../services/simulator/sinks/certificate';
import { createBusiness, push } from '../fixtures/merchant';
import { BROKER_SESSION_MS, freePorts, startKafka } from '../fixtures/servers';
import { ServiceProcess } from '../fixtures/service-process';
import { sharedServers } from '../fixtures/shared-servers';
import { until } from '../fixtures/until';
import { createDatabase, SERVICE_ENVIRONMENT } from '../fixtures/world';

/** Servers as a hosting provider offers them: a broker over TLS with a log-in, and a registry with a password. */
const USER = 'nudgeline';
const PASSWORD = 'a pass:word, as they are';

const servers = sharedServers();
const name = `guarded_${randomBytes(6).toString('hex')}`;
const running: ServiceProcess[] = [];
let broker: { url: string; stop(): Promise<void> };
let registry: Server;
let env: Record<string, string>;

beforeAll(async () => {
  const caFile = join(servers.home, `${name}.pem`);
  [broker, registry] = await Promise.all([startGuardedBroker(caFile), startGuardedRegistry()]);
  const { port } = registry.address() as AddressInfo;
  const login = `${USER}:${encodeURIComponent(PASSWORD)}`;
  env = {
    ...SERVICE_ENVIRONMENT,
    KAFKA_BROKERS: broker.url,
    KAFKA_TLS: 'on',
    KAFKA_LOGIN: `plain:${USER}:${PASSWORD}`,
    NODE_EXTRA_CA_CERTS: caFile,
    SCHEMA_REGISTRY_URL: servers.schemaRegistryUrl.replace(/\/\/[^/]+/, `//${login}@127.0.0.1:${port}`),
    DATABASE_URL: await createDatabase(servers.databaseUrl, name),
    REDIS_URL: servers.redisUrl,
    PARTITIONS: '2',
  };
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.kill()));
  await broker.stop();
  registry.close();
});

test('a service with a wrong password says that it was refused everywhere, and ends', async () => {
  const refused = start({ KAFKA_LOGIN: `plain:${USER}:wrong` }, 'setup');
  expect(await refused.ended()).toBe(1);
  expect(refused.complaints.join('\n') + JSON.stringify(refused.log)).toMatch(
    /the brokers at KAFKA_BROKERS cannot be used: .*[Aa]uthentication failed/,
  );
});

test('a push goes the whole way through a broker with TLS and a log-in', async () => {
  expect(await start({}, 'setup').ended()).toBe(0);
  const [ledger, ingress] = [start({}, 'pipeline', 'ledger'), start({}, 'ingress')];
  const [ingressUrl] = await Promise.all([ingress.ready(), ledger.ready()]);
  const { apiKey } = await createBusiness({ start: (...role) => start({}, ...role) });
  expect((await push(ingressUrl, apiKey, 'p1')).status).toBe(201);
  await until('its events are published in a transaction', eventsAreThere);
});

async function eventsAreThere(): Promise<boolean> {
  const sasl = { mechanism: 'plain', username: USER, password: PASSWORD } as const;
  const ssl = { ca: readFileSync(env['NODE_EXTRA_CA_CERTS']!) };
  const admin = new Kafka({ brokers: [broker.url], ssl, sasl, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topics.eventsMessage.name).finally(() => admin.disconnect());
  return ends.some(({ high }) => high !== '0');
}

function start(settings: Record<string, string>, ...role: readonly string[]): ServiceProcess {
  const started = ServiceProcess.start(['services/main.js', ...role], { ...env, ...settings });
  running.push(started);
  return started;
}

async function startGuardedBroker(caFile: string): Promise<typeof broker> {
  const { cert, key } = await sinkCertificate(caFile);
  const { LOCAL_KAFKA_PORT: port, LOCAL_KAFKA_CONTROLLER_PORT: controllerPort } = await freePorts();
  const module = 'org.apache.kafka.common.security.plain.PlainLoginModule';
  const users = `username="${USER}" password="${PASSWORD}" user_${USER}="${PASSWORD}"`;
  return startKafka({
    ...{ home: servers.home, name, port, controllerPort },
    quickStart: true,
    sessionTimeoutMs: BROKER_SESSION_MS,
    extraProperties: {
      'listener.security.protocol.map': 'BROKER:SASL_SSL,CONTROLLER:PLAINTEXT',
      'sasl.enabled.mechanisms': 'PLAIN',
      'sasl.mechanism.inter.broker.protocol': 'PLAIN',
      'listener.name.broker.plain.sasl.jaas.config': `${module} required ${users};`,
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.certificate.chain': inOneLine(cert),
      'ssl.keystore.key': inOneLine(key),
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.certificates': inOneLine(cert),
    },
  });
}

/** The value as one line of a properties file. */
function inOneLine(pem: string): string {
  return pem.trim().replaceAll(/\r?\n/g, '\\n');
}

/** A proxy in front of the real registry that asks for the password. */
async function startGuardedRegistry(): Promise<Server> {
  const { hostname, port } = new URL(servers.schemaRegistryUrl);
  const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  const guard = createServer((asked, response) => {
    if (asked.headers.authorization !== expected) {
      response.writeHead(401).end();
      return;
    }
    const { method, url: path, headers } = asked;
    const onward = ask({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    asked.pipe(onward);
  });
  guard.listen(0, '127.0.0.1');
  await once(guard, 'listening');
  return guard;
}
