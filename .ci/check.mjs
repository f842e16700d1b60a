// Runs all static checks: `npm run check`. The bootstrap has compiled before, so the types are correct. As many steps
// run at a time as there are cores, but at least two, the longest first. A step that passes prints one line; a step
// that fails prints its whole output.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, resolve } from 'node:path';

const folders = ['schemas', 'streams', 'services', 'migrations', 'test', 'bench', 'examples'].filter(
  existsSync,
);
const steps = [
  ['lint', 'eslint . --max-warnings 0'],
  ['dead code', 'knip --no-config-hints'],
  ['imports', `depcruise ${folders.join(' ')} --output-type err-long`],
  ['format', 'prettier --check --log-level warn .'],
  ['generated types', 'node dist/schemas/generate.js --check'],
  ['schema compatibility', 'node dist/schemas/compatibility.js'],
  ['topic diagram', 'node dist/schemas/topics-diagram.js --check'],
  ['event catalogue', 'node dist/schemas/events-catalogue.js --check'],
];

const PATH = resolve('node_modules/.bin') + delimiter + process.env.PATH;
const waiting = [...steps];
const failed = [];
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
if (failed.length > 0) {
  process.stdout.write(`\nThe check failed: ${failed.join(', ')}. See the output of each above.\n`);
  process.exitCode = 1;
}

async function work() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const [name, command] = step;
    const startedAt = Date.now();
    const { code, output } = await run(command);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    if (code === 0) {
      process.stdout.write(`ok      ${name} (${seconds} s)\n`);
    } else {
      failed.push(name);
      process.stdout.write(`FAILED  ${name} (${seconds} s): ${command}\n${output}\n`);
    }
  }
}

function run(command) {
  return new Promise((settle) => {
    const child = spawn(command, { shell: true, env: { ...process.env, PATH } });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => settle({ code, output }));
  });
}
