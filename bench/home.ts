import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockHome, livingOwner } from '../services/local/home-lock';
import { placeFor } from '../services/local/parts/database-user';
import { localFolder } from '../services/local/folders';
import { killRecorded, stopRecorded } from '../services/local/stop-processes';

/** The folder of one run, with the records of its processes and its data. */
export interface BenchHome {
  readonly path: string;
  /** Stops all processes of the run, the services before their servers, and removes the data. */
  close(): Promise<void>;
}

/** The processes of the run end with this process, unless it is killed with kill -9. Then the next run stops them. */
export async function openHome(): Promise<BenchHome> {
  await removeLeftovers();
  const path = join(localFolder, `bench-${String(process.pid)}`);
  lockHome(path);
  const kill = (): void => {
    killRecorded(path);
    removeHome(path);
  };
  const exit = (): void => process.exit(130);
  process.once('exit', kill);
  for (const signal of STOP_SIGNALS) process.once(signal, exit);
  return {
    path,
    async close() {
      await stopRecorded(path);
      process.off('exit', kill);
      for (const signal of STOP_SIGNALS) process.off(signal, exit);
      removeHome(path);
    },
  };
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function removeLeftovers(): Promise<void> {
  const names = existsSync(localFolder) ? readdirSync(localFolder) : [];
  for (const home of names
    .filter((name) => /^bench-\d+$/.test(name))
    .map((name) => join(localFolder, name))) {
    if (livingOwner(home) !== undefined) continue;
    await stopRecorded(home);
    removeHome(home);
  }
}

function removeHome(path: string): void {
  // Retried, because a killed server may still be writing its last file.
  for (const folder of [placeFor(path), path]) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
