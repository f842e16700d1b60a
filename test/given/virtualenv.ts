import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localFolder } from '../../services/local/folders';

/** The folder of the programs of a virtual environment that holds these requirements; fetched from PyPI unless it is there. */
export async function openVirtualenv(name: string, requirements: string): Promise<string> {
  const folder = join(localFolder, name);
  const programs = join(folder, 'bin');
  const installed = join(folder, 'installed.txt');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === requirements) return programs;
  requirePython();
  mkdirSync(localFolder, { recursive: true });
  await run('python3', ['-m', 'venv', '--clear', folder]);
  const wanted = join(folder, 'requirements.txt');
  writeFileSync(wanted, requirements);
  await run(join(programs, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', wanted]);
  // Written last, so that an installation that was cut off counts as none.
  writeFileSync(installed, requirements);
  return programs;
}

function requirePython(): void {
  const look = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';
  const python = spawnSync('python3', ['-c', look]);
  if (python.error === undefined && python.status === 0) return;
  throw new Error(
    'This needs Python 3.10 or newer with venv and pip. Debian and Ubuntu: apt-get install python3 python3-venv. ' +
      'macOS: brew install python3.',
  );
}

const MAX_INSTALL_MS = 300_000;

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: MAX_INSTALL_MS });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}`);
}
