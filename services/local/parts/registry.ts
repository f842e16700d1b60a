import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { untilReady } from '../child';
import { classArchiveOption } from './class-archive';
import { fetchServers } from './jars';
import { startJava } from './java';
import type { Part } from './part';
import { freePorts } from '../ports';

/** Where the schema registry of the local instance runs. */
export interface RegistryOptions {
  readonly home: string;
  readonly port: number;
  readonly name?: string;
}

/** Starts Apicurio Registry with its data in a file. Its url is the base of the Confluent-compatible API. */
export async function startRegistry({ home, port, name = 'registry' }: RegistryOptions): Promise<Part> {
  const sharing = await classArchiveOption({
    home,
    kind: 'registry',
    startRecording: async (recording, option) => {
      const { LOCAL_REGISTRY_PORT } = await freePorts();
      return startServer({ home, port: LOCAL_REGISTRY_PORT, name: recording }, option);
    },
  });
  return startServer({ home, port, name }, sharing);
}

async function startServer({ home, port, name }: Required<RegistryOptions>, sharing: string): Promise<Part> {
  const { registryJar } = await fetchServers(home);
  const dataFolder = join(home, name);
  mkdirSync(dataFolder, { recursive: true });
  const settings = {
    'quarkus.http.host': '127.0.0.1',
    'quarkus.http.port': port,
    'apicurio.storage.kind': 'sql',
    'apicurio.storage.sql.kind': 'h2',
    'apicurio.datasource.url': `jdbc:h2:file:${join(dataFolder, 'registry')}`,
    // One line for each request, health checks included, would bury everything else in its log.
    'quarkus.http.access-log.enabled': false,
  };
  const virtualMachine = [sharing, '-Xms64m', '-Xmx384m', '-XX:TieredStopAtLevel=1'];
  const properties = Object.entries(settings).map(([key, value]) => `-D${key}=${value}`);
  const child = await startJava({
    home,
    name,
    args: [...virtualMachine, ...properties, '-jar', registryJar],
  });
  const address = `127.0.0.1:${port}`;
  const url = `http://${address}/apis/ccompat/v7`;
  await untilReady(child, async () => {
    const answer = await fetch(`${url}/subjects`, { signal: AbortSignal.timeout(2_000) });
    return answer.ok;
  });
  return { ...child, title: 'Schema registry (Apicurio 3.0.9)', url, address };
}
