import { join } from 'node:path';
import type { LentBroker } from './broker-lender';
import { startBrokerProxy, type BrokerProxy } from './broker-proxy';
import { freePorts } from './servers';
import { startTestBroker } from './test-broker';

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
  const broker = await startTestBroker({ home, name, ports, advertised: `127.0.0.1:${String(proxy.port)}` });
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

/** One that another world may have had before, without a topic or a group. */
export async function borrowBroker(lenderUrl: string): Promise<WorldBroker> {
  const answer = await fetch(lenderUrl);
  if (!answer.ok) throw new Error(`no broker to be had: ${await answer.text()}`);
  const lent = (await answer.json()) as LentBroker;
  return {
    ...lent,
    proxy: undefined,
    async giveBack() {
      await fetch(lenderUrl, { method: 'POST', body: lent.url });
    },
  };
}
