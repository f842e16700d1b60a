import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { identify, isRunning } from './process-record';

type Build = (unfinished: string) => Promise<void>;

const underWay = new Map<string, Promise<void>>();

/**
 * Makes a folder that is either complete or absent: it is built under another name and then renamed. Two processes may
 * build it at the same time; the first to finish wins, and the other uses its result. That needs no lock.
 */
export async function makeOnce(folder: string, build: Build): Promise<void> {
  if (existsSync(folder)) return;
  const making = underWay.get(folder) ?? make(folder, build).finally(() => underWay.delete(folder));
  underWay.set(folder, making);
  await making;
}

async function make(folder: string, build: Build): Promise<void> {
  removeUnfinished(folder);
  const { pid, startedAt } = identify(process.pid);
  const unfinished = `${folder}.unfinished-${pid}-${startedAt}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await build(unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function removeUnfinished(folder: string): void {
  if (!existsSync(dirname(folder))) return;
  for (const name of readdirSync(dirname(folder))) {
    const [base, rest] = name.split('.unfinished-');
    const [pid, startedAt] = rest?.split('-') ?? [];
    if (base !== basename(folder) || pid === undefined || startedAt === undefined) continue;
    if (!isRunning({ pid: Number(pid), startedAt })) {
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
    }
  }
}
