// The entry of every npm script: brings node_modules and dist/ up to date, then runs the command in its arguments.
// It is plain JavaScript without dependencies, because it runs before either folder exists. With --servers the command
// starts its own servers; if nothing is installed yet, they are fetched during the installation. With --help-text FILE,
// --help prints that file at once, because help must not wait for an installation.
//
//   node services/local/bootstrap.mjs --servers --help-text services/local/help.txt node dist/services/local/main.js

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const lockFile = join(root, '.local', 'bootstrap.lock');
const pom = join(root, 'services', 'local', 'parts', 'pom.xml');
const compiledMark = join(root, 'dist', '.compiled');
const notSources = new Set(['node_modules', 'dist', 'coverage']);
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const SERVERS = '--servers';
const HELP_TEXT = '--help-text';

await main(process.argv.slice(2));

async function main(given) {
  requireNode(20, 19);
  const { startsServers, helpText, command, args } = options(given);
  if (helpText !== undefined && (args.includes('--help') || args.includes('-h'))) {
    process.stdout.write(readFileSync(join(root, helpText)));
    return;
  }
  const fetching = startsServers && !isInstalled() && !haveServers() ? fetchServers() : undefined;
  if (!isInstalled() || !isCompiled()) {
    await withLock(async () => {
      if (!isInstalled()) await install();
      if (!isCompiled()) await compile();
    });
  }
  await fetching;
  if (command !== undefined) await run(command, args);
}

function options(given) {
  const rest = [...given];
  const startsServers = rest[0] === SERVERS && rest.shift() !== undefined;
  const helpText = rest[0] === HELP_TEXT ? rest.splice(0, 2)[1] : undefined;
  const [command, ...args] = rest;
  return { startsServers, helpText, command, args };
}

/** True if every server that Maven fetches runs elsewhere. */
function haveServers() {
  const variables = ['KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'REDIS_URL'];
  return variables.every((variable) => (process.env[variable] ?? '') !== '');
}

/**
 * Fills Maven's local repository during the installation, because Maven fetches hundreds of small files, one after the
 * other, for two minutes. The start of the servers fetches only the rest, and reports a failure of Maven.
 */
async function fetchServers() {
  const folder = join(root, '.local', `fetched-${process.pid}`);
  const args = ['--batch-mode', '--file', pom, 'generate-resources', `-Dparts=${folder}`];
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  await step('Fetching servers', 'mvn', args, { stdio: 'ignore', mayFail: true });
  process.off('exit', remove);
  remove();
}

function requireNode(major, minor) {
  const [actualMajor, actualMinor] = process.versions.node.split('.').map(Number);
  if (actualMajor > major || (actualMajor === major && actualMinor >= minor)) return;
  fail(`Nudgeline needs Node ${major}.${minor} or newer; this is ${process.versions.node}.`);
}

function isInstalled() {
  // npm writes this file last, so an interrupted installation counts as missing.
  const installed = modifiedAt(join(root, 'node_modules', '.package-lock.json'));
  return installed !== undefined && installed >= modifiedAt(join(root, 'package-lock.json'));
}

async function install() {
  // With NODE_ENV=production, npm would leave out the compiler.
  await step('Installing npm packages', 'npm', ['ci', '--include=dev', '--no-fund', '--no-audit']);
}

/** Compares a fingerprint of the sources, which takes milliseconds. An incremental compilation takes seconds. */
function isCompiled() {
  return existsSync(compiledMark) && readFileSync(compiledMark, 'utf8') === sourcesFingerprint();
}

async function compile() {
  const fingerprint = sourcesFingerprint();
  await step('Compiling', process.execPath, [
    join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    '-p',
    'tsconfig.json',
  ]);
  removeOrphanedOutput(join(root, 'dist'));
  writeFileSync(compiledMark, fingerprint);
}

function sourcesFingerprint() {
  const hash = createHash('sha256');
  const settings = [join(root, 'tsconfig.json'), join(root, 'node_modules', '.package-lock.json')];
  for (const file of [...settings, ...sourceFiles(root)]) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || notSources.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return extname(path) === '.ts' ? [path] : [];
  });
}

/** Deletes output without a source, which the compiler does not do: a renamed migration would run under both names. */
function removeOrphanedOutput(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const output = join(folder, entry.name);
    if (entry.isDirectory()) removeOrphanedOutput(output);
    const source = join(root, output.slice(join(root, 'dist').length)).replace(/\.js(\.map)?$/, '.ts');
    if (/\.js(\.map)?$/.test(output) && !existsSync(source)) rmSync(output);
  }
}

async function step(label, command, args, { stdio = 'inherit', mayFail = false } = {}) {
  const start = Date.now();
  console.log(`${label} …`);
  const { code, signal, forwarded, error } = await ending(command, args, stdio);
  if (mayFail && code !== 0 && forwarded === undefined) return;
  const endedBy = forwarded ?? signal;
  if (endedBy !== null) fail(`${label} was ended by ${endedBy}.`, 128 + constants.signals[endedBy]);
  if (code !== 0) fail(error ?? `${label} failed.`, code ?? 1);
  console.log(`✓ ${label} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
}

/** If `npm start` and `npm test` start together, the second waits until the first has installed and compiled. */
async function withLock(work) {
  mkdirSync(dirname(lockFile), { recursive: true });
  for (let isAnnounced = false; !tryLock(); await delay(100)) {
    const holder = lockHolder();
    const isHeld = isBootstrap(holder);
    if (!isHeld) rmSync(lockFile, { force: true });
    else if (!isAnnounced) console.log(`Waiting for process ${holder}, which is installing or compiling …`);
    isAnnounced ||= isHeld;
  }
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  await work();
  process.off('exit', release);
  release();
}

/** Writes the process id first and then links the file into place, so a lock never lacks its holder. */
function tryLock() {
  const mine = `${lockFile}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, lockFile);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine);
  }
}

function lockHolder() {
  try {
    return Number(readFileSync(lockFile, 'utf8'));
  } catch {
    return 0;
  }
}

/** After a crash, another process may have the process id in the lock. */
function isBootstrap(pid) {
  if (!(pid > 0)) return false;
  const shown = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  if (shown.error === undefined) return shown.stdout.includes('bootstrap.mjs');
  return (
    existsSync(`/proc/${pid}/cmdline`) &&
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bootstrap.mjs')
  );
}

async function run(command, args) {
  const { code, signal, error } = await ending(command, args, 'inherit');
  if (error !== undefined) fail(error);
  if (signal === null) process.exit(code);
  process.kill(process.pid, signal);
}

/** Runs a command to its end and forwards stop signals to it, so that no process is left behind. */
function ending(command, args, stdio) {
  const child = spawn(command, args, { cwd: root, stdio });
  let forwarded;
  const forward = (signal) => child.kill((forwarded = signal));
  const end = () => child.kill();
  for (const signal of STOP_SIGNALS) process.on(signal, forward);
  process.once('exit', end);
  return new Promise((resolve) => {
    const settle = (ending) => {
      for (const each of STOP_SIGNALS) process.off(each, forward);
      process.off('exit', end);
      resolve({ forwarded, ...ending });
    };
    child.on('error', ({ message }) =>
      settle({
        code: null,
        signal: null,
        error: `Cannot run ${command}: ${message}. Is it installed and on the PATH?`,
      }),
    );
    child.on('exit', (code, signal) => settle({ code, signal }));
  });
}

function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}
