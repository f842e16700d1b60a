import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Kafka, logLevel, type Admin } from 'kafkajs';
import { startBrokerProxy, type BrokerProxy } from './broker-proxy';
import { BROKER_SESSION_MS, freePorts, startKafka } from './servers';
import { InVain, until } from './until';

/** A broker that a world has to itself until it gives it back. */
export interface WorldBroker {
  readonly url: string;
  /** Its own folder, with its log and its properties. */
  readonly folder: string;
  readonly proxy: BrokerProxy | undefined;
  giveBack(): Promise<void>;
}

/** Started for one world alone: it advertises the proxy that clients reach it through. */
export async function startProxiedBroker(home: string, name: string): Promise<WorldBroker> {
  const ports = await freePorts();
  const proxy = await startBrokerProxy(ports.LOCAL_KAFKA_PORT);
  const broker = await startBroker({ home, name, ports, advertised: `127.0.0.1:${String(proxy.port)}` });
  return {
    url: `127.0.0.1:${String(proxy.port)}`,
    folder: join(home, name),
    proxy,
    async giveBack() {
      await broker.stop();
      await proxy.close();
    },
  };
}

export async function borrowBroker(lenderUrl: string): Promise<WorldBroker> {
  const answer = await fetch(lenderUrl);
  if (!answer.ok) throw new Error(`no broker to be had: ${await answer.text()}`);
  const lent = (await answer.json()) as Lent;
  return {
    ...lent,
    proxy: undefined,
    async giveBack() {
      await fetch(lenderUrl, { method: 'POST', body: lent.url });
    },
  };
}

interface Lent {
  readonly url: string;
  readonly folder: string;
}

export interface BrokerLender {
  readonly url: string;
  close(): void;
}

/**
 * Worlds hand their brokers on, from one test file to the next: to start one takes five seconds of CPU, to empty one a fraction
 * of that. Whatever was lent is stopped with all the servers of its home.
 */
export async function openBrokerLender(home: string): Promise<BrokerLender> {
  const all = new Map<string, Lent>();
  const spare: Lent[] = [];
  let isClosed = false;
  const lend = async (): Promise<Lent> => {
    const handedOn = spare.pop();
    if (handedOn !== undefined) return handedOn;
    const name = `lent-${String(all.size + 1)}`;
    const ports = await freePorts();
    const url = `127.0.0.1:${String(ports.LOCAL_KAFKA_PORT)}`;
    const lent = { url, folder: join(home, name) };
    all.set(url, lent);
    await startBroker({ home, name, ports, advertised: url });
    return lent;
  };
  const takeBack = async (url: string): Promise<void> => {
    const lent = all.get(url);
    // One that cannot be emptied is left alone.
    if (lent !== undefined && (await emptied(url, () => isClosed))) spare.push(lent);
  };
  const server = createServer((request: IncomingMessage, response) => {
    if (request.method === 'POST') {
      void text(request).then((url) => {
        void takeBack(url);
        response.end();
      });
      return;
    }
    lend().then(
      (lent) => response.end(JSON.stringify(lent)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    close() {
      isClosed = true;
      server.close();
      server.closeAllConnections();
    },
  };
}

interface BrokerStart {
  readonly home: string;
  readonly name: string;
  readonly ports: Awaited<ReturnType<typeof freePorts>>;
  readonly advertised: string;
}

function startBroker({ home, name, ports, advertised }: BrokerStart) {
  return startKafka({
    home,
    name,
    port: ports.LOCAL_KAFKA_PORT,
    controllerPort: ports.LOCAL_KAFKA_CONTROLLER_PORT,
    quickStart: true,
    retentionCheckMs: 500,
    sessionTimeoutMs: BROKER_SESSION_MS,
    extraProperties: {
      'advertised.listeners': `BROKER://${advertised}`,
      // Kafka looks for segments to delete only half a minute after its start otherwise.
      'log.initial.task.delay.ms': 500,
    },
  });
}

/** Without a topic or a group. The members of a group that were killed are in the way until their session has run out. */
async function emptied(url: string, isInVain: () => boolean): Promise<boolean> {
  const kafka = new Kafka({ brokers: [url], logLevel: logLevel.NOTHING, retry: { retries: 0 } });
  const admin = kafka.admin();
  try {
    await admin.connect();
    const topics = (await admin.listTopics()).filter((name) => !name.startsWith('__'));
    await admin.deleteTopics({ topics });
    await until('its groups are gone', () => {
      if (isInVain()) throw new InVain('nobody borrows it any more');
      return hasNoGroups(admin);
    });
    return true;
  } catch {
    return false;
  } finally {
    await admin.disconnect();
  }
}

async function hasNoGroups(admin: Admin): Promise<boolean> {
  const { groups } = await admin.listGroups();
  if (groups.length > 0) await admin.deleteGroups(groups.map(({ groupId }) => groupId));
  return groups.length === 0;
}
