import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { localFolder } from '../../services/local/folders';
import { openVirtualenv } from '../fixtures/virtualenv';

const VERSION = '4.32.5';

/** The program, in the pinned version. */
export async function installSchemathesis(): Promise<string> {
  return join(await openVirtualenv('contract-venv', `schemathesis==${VERSION}\n`), 'schemathesis');
}

/**
 * Asks the API everything its document allows and much that it does not. Its output is passed through; true means that
 * nothing was found.
 */
export async function runSchemathesis(
  program: string,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): Promise<boolean> {
  const code = await exitCode(program, [
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

const MAX_RUN_MS = 300_000;

/** Not longer than it may take: a fuzzer that hangs has found something too. */
async function exitCode(command: string, args: readonly string[]): Promise<number | null> {
  // In a folder of its own, for Schemathesis leaves its database of examples where it runs.
  const cwd = localFolder;
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], timeout: MAX_RUN_MS });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
