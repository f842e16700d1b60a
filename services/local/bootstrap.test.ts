import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectFolder } from './folders';
import { identify, isRunning } from './process-record';

/** Notes who it is, and goes on until it is told to end. */
const LASTING = `require('fs').writeFileSync('lasting', String(process.pid)); setInterval(() => {}, 1000);`;
const COMPILER = `
  require('fs').mkdirSync('dist/services/local', { recursive: true });
  require('fs').writeFileSync('dist/services/local/main.js', ${JSON.stringify(LASTING)});`;

describe('npm start that is told to end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));

  beforeEach(() => {
    for (const made of ['services/local', 'node_modules/typescript/bin']) {
      mkdirSync(join(folder, made), { recursive: true });
    }
    const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'services/local/bootstrap.mjs'];
    for (const file of files) copyFileSync(join(projectFolder, file), join(folder, file));
    write('services/local/main.ts', '');
    write('node_modules/.package-lock.json', '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('leaves nothing running', async () => {
    write('node_modules/typescript/bin/tsc', COMPILER);
    expect(await lastsBeyondNpm()).toBe(false);
  });

  it('leaves no compiler running and no lock', async () => {
    write('node_modules/typescript/bin/tsc', LASTING);
    expect(await lastsBeyondNpm()).toBe(false);
    expect(existsSync(join(folder, '.local', 'bootstrap.lock'))).toBe(false);
  });

  function write(file: string, text: string): void {
    writeFileSync(join(folder, file), text);
  }

  async function lastsBeyondNpm(): Promise<boolean> {
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
    const note = join(folder, 'lasting');
    while (!existsSync(note) || readFileSync(note, 'utf8') === '') await delay(20);
    const lasting = identify(Number(readFileSync(note, 'utf8')));
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    const lasts = isRunning(lasting);
    if (lasts) process.kill(lasting.pid, 'SIGKILL');
    return lasts;
  }
});
