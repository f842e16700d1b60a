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

/** Starts PostgreSQL with its data in the home folder and waits until it accepts queries. */
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
    // Compiling a plan takes longer than any of our statements.
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
    // SIGTERM would wait until the last client has disconnected.
    stopSignal: 'SIGINT',
  });
  const address = `127.0.0.1:${port}`;
  const url = `postgres://nudgeline@${address}/nudgeline`;
  await untilReady(child, () => takesQueries(dataFolder, child));
  return { ...child, title: `PostgreSQL ${binaries.version}`, url, address };
}

/** Runs initdb once and copies its result for each data folder: initdb takes 2 to 4 s, a copy 0.2 s. */
async function templateFolder({ folder, version }: PostgresBinaries): Promise<string> {
  const template = join(placeFor(preparedFolder), `postgres-data-${version}`);
  await makeOnce(template, async (unfinished) => {
    giveToDatabaseUser(unfinished);
    const options = { cwd: unfinished, ...databaseUser() };
    // The built-in locale gives the same order and case rules on every machine.
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
 * Removes the lock of a crashed server if another program has its process id by now, because PostgreSQL would respect
 * it. The lock of a dead process stays: PostgreSQL handles it, and finds in it the shared memory of backends that are
 * still ending.
 */
function removeStrangersLock(dataFolder: string): void {
  const lock = join(dataFolder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const holder = Number.parseInt(readFileSync(lock, 'utf8'));
  const command = commandLine(holder);
  if (command?.includes(dataFolder) === true) {
    throw new Error(`An unsupervised PostgreSQL runs on ${dataFolder}. End process ${holder} first.`);
  }
  if (command !== undefined) rmSync(lock);
}

/** The server writes `ready` to the eighth line of this file once it accepts queries. Its own tools read it, too. */
async function takesQueries(dataFolder: string, { pid }: Child): Promise<boolean> {
  const lines = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n');
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}
