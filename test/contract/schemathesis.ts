import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { localFolder } from '../../services/local/folders';
import { openVirtualenv } from '../fixtures/virtualenv';

const VERSION = '4.32.5';

/** Installs the pinned version and returns the path of the program. */
export async function installSchemathesis(): Promise<string> {
  return join(await openVirtualenv('contract-venv', `schemathesis==${VERSION}\n`), 'schemathesis');
}

/**
 * Sends the API everything that its document allows, and much that it does not. The output of Schemathesis is passed
 * through. True means that it found nothing.
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
 * All checks but `positive_data_acceptance`. A schema cannot say which characters are visible or what makes a valid
 * cursor, so the API rightly refuses some requests that the schema allows.
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

/** Limited in time, because a fuzzer that hangs has found something, too. */
async function exitCode(command: string, args: readonly string[]): Promise<number | null> {
  // A folder of its own, because Schemathesis leaves its database of examples in the working directory.
  const cwd = localFolder;
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], timeout: MAX_RUN_MS });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
