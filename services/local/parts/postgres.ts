import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild, untilReady, type Child } from '../child';
import { databaseUser, giveToDatabaseUser, placeFor } from './database-user';
import { preparedFolder } from '../folders';
import { makeOnce } from '../make-once';
import type { Part } from './part';
import { findPostgres, type PostgresBinaries } from './postgres-binaries';
import { commandLine } from '../process-record';

const run = promisify(execFile);

export async function startPostgres(options: { home: string; port: number; name?: string }): Promise<Part> {
  const { home, port, name = 'postgres' } = options;
  const binaries = await findPostgres();
  const dataFolder = join(placeFor(home), `${name}-${binaries.major}`);
  await makeOnce(dataFolder, async (unfinished) => {
    await run('cp', ['-a', `${await templateFolder(binaries)}/.`, unfinished]);
  });
  removeStrangersLock(dataFolder);
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    // Compiling a plan costs more than any statement of ours runs.
    jit: 'off',
  };
  const child = await startChild({
    home,
    name,
    kind: 'part',
    command: join(binaries.folder, 'postgres'),
    args: [
      '-D',
      dataFolder,
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    options: { cwd: dataFolder, ...databaseUser() },
    // SIGTERM would wait until the last client has gone.
    stopSignal: 'SIGINT',
  });
  const address = `127.0.0.1:${port}`;
  const url = `postgres://nudgeline@${address}/nudgeline`;
  await untilReady(child, () => takesQueries(dataFolder, child));
  return { ...child, title: `PostgreSQL ${binaries.version}`, url, address };
}

/** initdb takes 2 to 4 s, a copy of its result 0.2 s: it runs once for all data folders there will be. */
async function templateFolder({ folder, version }: PostgresBinaries): Promise<string> {
  const template = join(placeFor(preparedFolder), `postgres-data-${version}`);
  await makeOnce(template, async (unfinished) => {
    giveToDatabaseUser(unfinished);
    const options = { cwd: unfinished, ...databaseUser() };
    // The built-in locale gives the same order and case rules on every machine, whatever its own locales are.
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    await run(
      join(folder, 'initdb'),
      ['-D', unfinished, '-U', 'nudgeline', '--auth=trust', ...locale],
      options,
    );
    const creation = run(join(folder, 'postgres'), ['--single', '-D', unfinished, 'postgres'], options);
    creation.child.stdin?.end('CREATE DATABASE nudgeline;\n');
    await creation;
  });
  return template;
}

/**
 * PostgreSQL itself sees through the lock of a crashed server, unless a stranger has its process id by now: that lock has
 * to go. One whose holder is dead stays, for it leads PostgreSQL to the shared memory of backends that are still ending.
 */
function removeStrangersLock(dataFolder: string): void {
  const lock = join(dataFolder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const holder = Number.parseInt(readFileSync(lock, 'utf8'));
  const command = commandLine(holder);
  if (command?.includes(dataFolder) === true) {
    throw new Error(
      `A PostgreSQL that nobody watches over runs on ${dataFolder}: end process ${holder} first.`,
    );
  }
  if (command !== undefined) rmSync(lock);
}

/** The server itself writes there, in the eighth line, when it takes queries; its own tools wait for the same. */
async function takesQueries(dataFolder: string, { pid }: Child): Promise<boolean> {
  const lines = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n');
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}
