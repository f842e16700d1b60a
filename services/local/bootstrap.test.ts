import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectFolder } from './folders';
import { identify, isRunning } from './process-record';

/** Writes its process id to a file and runs until it gets a signal. */
const LASTING = `require('fs').writeFileSync('lasting', String(process.pid)); setInterval(() => {}, 1000);`;
const COMPILER = `
  require('fs').mkdirSync('dist/services/local', { recursive: true });
  require('fs').writeFileSync('dist/services/local/main.js', ${JSON.stringify(LASTING)});`;

const SERVERS = '--servers';
const ELSEWHERE = {
  KAFKA_BROKERS: 'kafka:9092',
  SCHEMA_REGISTRY_URL: 'http://registry',
  REDIS_URL: 'redis://redis',
};
const WORDS = `
  const fs = require('fs');
  const note = (file, text = '') => fs.appendFileSync(file, text);
  const until = (file) => {
    while (!fs.existsSync(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  };`;

const folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));

beforeEach(() => {
  for (const made of ['services/local', 'node_modules/typescript/bin', 'bin']) {
    mkdirSync(join(folder, made), { recursive: true });
  }
  const files = ['package.json', 'package-lock.json', 'tsconfig.json'];
  const own = ['services/local/bootstrap.mjs', 'services/local/help.txt'];
  for (const file of [...files, ...own]) copyFileSync(join(projectFolder, file), join(folder, file));
  write('services/local/main.ts', '');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('npm start that gets a stop signal', () => {
  beforeEach(() => write('node_modules/.package-lock.json', '{}'));

  it('leaves no process running', async () => {
    write('node_modules/typescript/bin/tsc', COMPILER);
    expect(await lastsBeyondNpm()).toBe(false);
  });

  it('leaves no compiler running and no lock', async () => {
    write('node_modules/typescript/bin/tsc', LASTING);
    expect(await lastsBeyondNpm()).toBe(false);
    expect(existsSync(join(folder, '.local', 'bootstrap.lock'))).toBe(false);
  });

  function lastsBeyondNpm(): Promise<boolean> {
    return lastsBeyond(spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' }));
  }
});

describe('if nothing is installed yet', () => {
  beforeEach(() => {
    write('node_modules/typescript/bin/tsc', COMPILER);
    program('npm', `until('may-install'); note('node_modules/.package-lock.json', '{}');`);
  });

  it('Maven fetches the servers during installation and compilation, and the command runs afterwards', async () => {
    program('mvn', `note('may-install'); until('dist/.compiled'); note('order', 'fetched ');`);
    expect(await bootstrap({}, SERVERS, ...running(`note('order', 'run')`))).toBe(0);
    expect(readFileSync(join(folder, 'order'), 'utf8')).toBe('fetched run');
  });

  it('the files that Maven unpacked are removed, because starting the servers unpacks them again', async () => {
    program(
      'mvn',
      `note('may-install'); fs.mkdirSync(process.argv.at(-1).slice('-Dparts='.length), { recursive: true });`,
    );
    expect(await bootstrap({}, SERVERS, ...running(''))).toBe(0);
    expect(readdirSync(join(folder, '.local'))).toEqual([]);
  });

  it.each([
    ['fails', 'process.exit(1)'],
    ['is killed', `process.kill(process.pid, 'SIGKILL')`],
  ])('the command runs even if Maven %s', async (_, ending) => {
    program('mvn', `note('may-install'); ${ending};`);
    expect(await bootstrap({}, SERVERS, ...running('process.exit(7)'))).toBe(7);
  });

  it('the command runs even if Maven is not installed', async () => {
    write('may-install', '');
    expect(await bootstrap({}, SERVERS, ...running('process.exit(7)'))).toBe(7);
  });

  it.each([
    ['the command starts no servers', {}, []],
    ['all of them run elsewhere', ELSEWHERE, [SERVERS]],
  ])('Maven fetches nothing if %s', async (_, env, option) => {
    write('may-install', '');
    program('mvn', `note('fetched');`);
    expect(await bootstrap(env, ...option, ...running(''))).toBe(0);
    expect(existsSync(join(folder, 'fetched'))).toBe(false);
  });

  it('a stop signal leaves no Maven running', async () => {
    write('may-install', '');
    program('mvn', LASTING);
    expect(await lastsBeyond(start({}, SERVERS, ...running('')))).toBe(false);
  });
});

describe('npm start -- --help', () => {
  it.each(['--help', '-h'])(
    '%s prints the help and installs, compiles and fetches nothing',
    async (option) => {
      const npm = spawn('npm', ['--silent', 'start', '--', option], { cwd: folder });
      const printed: Buffer[] = [];
      npm.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
      expect(await once(npm, 'close')).toEqual([0, null]);
      expect(Buffer.concat(printed).toString()).toMatch(/^Starts Nudgeline on this machine: .*npm start/s);
      expect(existsSync(join(folder, 'node_modules/.package-lock.json'))).toBe(false);
      expect(existsSync(join(folder, '.local'))).toBe(false);
    },
  );
});

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}

/** Puts a program on the PATH, which has no other folder. */
function program(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!${process.execPath}\n${WORDS}\n${script}`, { mode: 0o755 });
}

function running(script: string): string[] {
  return [process.execPath, '-e', WORDS + script];
}

function start(env: Readonly<Record<string, string>>, ...args: readonly string[]): ChildProcess {
  const command = ['services/local/bootstrap.mjs', ...args];
  return spawn(process.execPath, command, {
    cwd: folder,
    stdio: 'ignore',
    env: { PATH: join(folder, 'bin'), ...env },
  });
}

async function bootstrap(...given: Parameters<typeof start>): Promise<number | null> {
  const [code] = (await once(start(...given), 'exit')) as [number | null];
  return code;
}

async function lastsBeyond(starting: ChildProcess): Promise<boolean> {
  const note = join(folder, 'lasting');
  while (!existsSync(note) || readFileSync(note, 'utf8') === '') await delay(20);
  const lasting = identify(Number(readFileSync(note, 'utf8')));
  starting.kill('SIGTERM');
  await once(starting, 'exit');
  const lasts = isRunning(lasting);
  if (lasts) process.kill(lasting.pid, 'SIGKILL');
  return lasts;
}
