import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Kafka, logLevel, type Admin } from 'kafkajs';
import { freePorts } from './servers';
import { startTestBroker } from './test-broker';
import { InVain, until } from './until';

export interface LentBroker {
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
  const all = new Map<string, LentBroker>();
  const spare: LentBroker[] = [];
  let isClosed = false;
  const lend = async (): Promise<LentBroker> => {
    const handedOn = spare.pop();
    if (handedOn !== undefined) return handedOn;
    const ports = await freePorts();
    const name = `lent-${String(ports.LOCAL_KAFKA_PORT)}`;
    const url = `127.0.0.1:${String(ports.LOCAL_KAFKA_PORT)}`;
    const lent = { url, folder: join(home, name) };
    all.set(url, lent);
    await startTestBroker({ home, name, ports, advertised: url });
    return lent;
  };
  const takeBack = async (url: string): Promise<void> => {
    const lent = all.get(url);
    // One that cannot be emptied is left alone.
    if (lent !== undefined && (await emptied(url, () => isClosed))) spare.push(lent);
  };
  const answerTo = async (request: IncomingMessage): Promise<string> => {
    if (request.method !== 'POST') return JSON.stringify(await lend());
    // Whoever gives one back does not wait until it is empty.
    void takeBack(await text(request));
    return '';
  };
  const server = createServer((request, response) => {
    // One that is kept may end at the very moment it is used again, seconds later.
    response.setHeader('Connection', 'close');
    answerTo(request).then(
      (answer) => response.end(answer),
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
    await admin.disconnect().catch(() => undefined);
  }
}

async function hasNoGroups(admin: Admin): Promise<boolean> {
  const { groups } = await admin.listGroups();
  if (groups.length > 0) await admin.deleteGroups(groups.map(({ groupId }) => groupId));
  return groups.length === 0;
}
