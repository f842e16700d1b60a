// Real servers for one run of the tests, on ports of their own and with data that is thrown away, so that they get along
// with a running `npm start` and with other runs. A single extra server, to be stopped in the middle of a test say, is
// one call of startKafka or startPostgres with the `home` below and a `name` of its own.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { claimHome, livingOwner } from '../../services/local/claim';
import { placeFor } from '../../services/local/parts/database-user';
import { localFolder } from '../../services/local/folders';
import { localParts, type PartUrls } from '../../services/local/local-parts';
import { freePorts } from '../../services/local/ports';
import { killRecorded, stopRecorded } from '../../services/local/stop-processes';

export { startKafka } from '../../services/local/parts/kafka';
export { freePorts } from '../../services/local/ports';
export { startPostgres } from '../../services/local/parts/postgres';
export { startRedis } from '../../services/local/parts/redis';

export interface TestServers {
  readonly home: string;
  readonly kafkaBrokers: string;
  readonly schemaRegistryUrl: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  stop(): Promise<void>;
}

/** A busy machine may stand still for a while, and no test starts its broker a second time. */
export const BROKER_SESSION_MS = 60_000;

export async function startTestServers(): Promise<TestServers> {
  await removeLeftovers();
  const home = join(localFolder, `test-${process.pid}`);
  claimHome(home);
  const forget = killOnExit(home);
  const stop = async (): Promise<void> => {
    await stopRecorded(home);
    forget();
    removeHome(home);
  };
  const tuning = { quickStart: true, retentionCheckMs: 1_000, sessionTimeoutMs: BROKER_SESSION_MS };
  const starts = localParts(home, await freePorts(), tuning).map(async (part) => {
    const { url } = await part.start();
    return [part.variable, url] as const;
  });
  try {
    const urls = Object.fromEntries(await Promise.all(starts)) as PartUrls;
    return {
      home,
      kafkaBrokers: urls.KAFKA_BROKERS,
      schemaRegistryUrl: urls.SCHEMA_REGISTRY_URL,
      databaseUrl: urls.DATABASE_URL,
      redisUrl: urls.REDIS_URL,
      stop,
    };
  } catch (error) {
    await Promise.allSettled(starts);
    await stop();
    throw error;
  }
}

/** Runs that were killed could not clean up: their servers may still be running. */
async function removeLeftovers(): Promise<void> {
  const names = existsSync(localFolder) ? readdirSync(localFolder) : [];
  for (const home of names.filter((name) => /^test-\d+$/.test(name)).map((name) => join(localFolder, name))) {
    if (livingOwner(home) !== undefined) continue;
    await stopRecorded(home);
    removeHome(home);
  }
}

/** Ctrl-C during the tests comes without a call of stop. */
function killOnExit(home: string): () => void {
  const kill = (): void => {
    killRecorded(home);
    removeHome(home);
  };
  const exit = (): void => process.exit(130);
  process.once('exit', kill).once('SIGINT', exit).once('SIGTERM', exit);
  return () => process.off('exit', kill).off('SIGINT', exit).off('SIGTERM', exit);
}

function removeHome(home: string): void {
  // Retried, because a server that was killed may be writing its last file.
  for (const folder of [placeFor(home), home]) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
