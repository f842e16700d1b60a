import { z } from 'zod';
import { openHome } from '../../bench/home';
import { startServers } from '../../bench/servers';
import { addressOf, OPERATOR_TOKEN, serviceStarter } from '../../bench/services';
import { freePorts, type Ports } from '../../services/local/ports';
import type { Progress } from '../../services/local/progress';

/** Servers and services of a run's own, each service a process, for programs that are no Jest tests. */
export interface WholeProduct {
  readonly ingressUrl: string;
  readonly kafkaBrokers: string;
  readonly schemaRegistryUrl: string;
  /** The key of a new business, without a rate limit to speak of: a refusal for speed would hide every other answer. */
  createBusiness(): Promise<string>;
}

/** What the program needs beside the product is fetched while that starts. */
export async function withWholeProduct<Tool, Result>(
  progress: Progress,
  fetching: Promise<Tool>,
  use: (product: WholeProduct, tool: Tool) => Promise<Result>,
): Promise<Result> {
  // Told below, once everything that was started can be stopped.
  fetching.catch(() => undefined);
  const home = await openHome();
  try {
    const ports = await freePorts();
    const servers = await startServers(home.path, ports, progress);
    const start = serviceStarter({ home: home.path, ports, servers });
    await progress.step('setup', start.setUp(), () => 'Database, topics and schemas are set up');
    const starts = Promise.all([start.ledger(), start.console(), start.ingress()]);
    await progress.step('services', starts, () => 'The services are ready');
    const product = {
      ingressUrl: addressOf(ports.INGRESS_PORT),
      kafkaBrokers: servers.KAFKA_BROKERS.url,
      schemaRegistryUrl: servers.SCHEMA_REGISTRY_URL.url,
      createBusiness: () => createBusiness(ports),
    };
    return await use(product, await fetching);
  } finally {
    await progress.step('stopping', home.close(), () => 'Everything is stopped and removed');
  }
}

const Created = z.object({ api_key: z.string() });

async function createBusiness(ports: Ports): Promise<string> {
  const answer = await fetch(`${addressOf(ports.CONSOLE_PORT)}/admin/v1/businesses`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
    body: JSON.stringify({ name: 'Bloom & Co', requests_per_second: 100_000, burst: 1_000_000 }),
  });
  if (answer.status !== 201) throw new Error(`The console answered ${answer.status}: ${await answer.text()}`);
  return Created.parse(await answer.json()).api_key;
}
