import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild, type Child } from '../child';

const minimumJava = 17;

/** A Java program that runs as a server of the local instance. */
export interface JavaProgram {
  readonly home: string;
  readonly name: string;
  /** Options of the virtual machine, then the class or jar and its arguments. */
  readonly args: readonly string[];
}

export async function startJava({ home, name, args }: JavaProgram): Promise<Child> {
  const { command } = await findJava();
  // The serial collector needs the least memory, and all heaps here are small.
  return startChild({
    home,
    name,
    kind: 'part',
    command,
    args: ['-XX:+UseSerialGC', ...args],
    graceMs: 40_000,
  });
}

export async function findJava(): Promise<{ command: string; version: string }> {
  const home = process.env['JAVA_HOME'] ?? '';
  const command = home === '' ? 'java' : join(home, 'bin', 'java');
  const version = await versionOf(command);
  if (version === undefined || Number.parseInt(version) < minimumJava) {
    const none = home === '' ? 'none was found' : `JAVA_HOME leads to ${command}, which cannot be run`;
    const found = version === undefined ? none : `${command} is ${version}`;
    throw new Error(
      `Kafka and the schema registry need Java ${minimumJava} or newer; ${found}.\n${otherWays('Java 17')}`,
    );
  }
  return { command, version };
}

export function otherWays(missing: string): string {
  return (
    `Install ${missing} (a JDK such as openjdk-17-jdk-headless, and maven), or run the servers elsewhere and set ` +
    'KAFKA_BROKERS, SCHEMA_REGISTRY_URL, DATABASE_URL and REDIS_URL, or use `docker compose up`.'
  );
}

async function versionOf(command: string): Promise<string | undefined> {
  try {
    const { stderr } = await promisify(execFile)(command, ['-version']);
    return /version "([^"]+)"/.exec(stderr)?.[1];
  } catch {
    return undefined;
  }
}
