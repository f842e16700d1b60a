import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { localFolder } from '../../services/local/folders';

const VERSION = '4.32.5';
const VENV = join(localFolder, 'contract-venv');
const PROGRAM = join(VENV, 'bin', 'schemathesis');

/** Fetches the pinned version from PyPI unless it is there. */
export async function installSchemathesis(): Promise<string> {
  if (isInstalled()) return `schemathesis ${VERSION} is there`;
  const python = spawnSync('python3', [
    '-c',
    'import ensurepip, sys, venv; print(sys.version_info >= (3, 10))',
  ]);
  if (python.error !== undefined || python.status !== 0 || !String(python.stdout).startsWith('True')) {
    throw new Error(`The contract test needs Python 3.10 or newer with venv and pip. ${HOW_TO_INSTALL}`);
  }
  mkdirSync(localFolder, { recursive: true });
  await run('python3', ['-m', 'venv', '--clear', VENV]);
  await run(join(VENV, 'bin', 'pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `schemathesis==${VERSION}`,
  ]);
  return `schemathesis ${VERSION} is installed`;
}

const HOW_TO_INSTALL =
  'Debian and Ubuntu: apt-get install python3 python3-venv. macOS: brew install python3.';

/**
 * Asks the API everything its document allows and much that it does not. Its output is passed through; true means that
 * nothing was found.
 */
export async function runSchemathesis(baseUrl: string, apiKey: string): Promise<boolean> {
  const code = await exitCode(PROGRAM, [
    'run',
    `${baseUrl}/openapi.json`,
    ...['--header', `Authorization: Bearer ${apiKey}`],
    ...['--checks', CHECKS.join(',')],
    ...['--phases', 'examples,coverage,fuzzing,stateful'],
    ...['--max-examples', '50'],
    ...['--seed', '20261115'],
    ...['--workers', '1'],
    ...['--request-timeout', '20'],
    ...['--suppress-health-check', 'all'],
    ...['--warnings', 'off'],
    '--continue-on-failure',
    '--no-color',
  ]);
  return code === 0;
}

/**
 * All but `positive_data_acceptance`: a schema cannot say which characters are visible, nor what makes a cursor, so some
 * of what it allows is refused with good reason.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
  'negative_data_rejection',
  'missing_required_header',
  'unsupported_method',
  'allow_header_conformance',
  'ensure_resource_availability',
  'ignored_auth',
];

const MAX_RUN_MS = 90_000;

function isInstalled(): boolean {
  const told = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' });
  return told.error === undefined && told.stdout.includes(VERSION);
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const code = await exitCode(command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}`);
}

/** Not longer than it may take: a fuzzer that hangs has found something too. */
async function exitCode(command: string, args: readonly string[]): Promise<number | null> {
  // In a folder of its own, for Schemathesis leaves its database of examples where it runs.
  const cwd = localFolder;
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], timeout: MAX_RUN_MS });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
