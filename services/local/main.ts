import { setTimeout as delay } from 'node:timers/promises';
import { lockHome, releaseHome } from './home-lock';
import { localFolder } from './folders';
import { removeInstanceFile, writeInstanceFile, type Instance } from './instance-file';
import { seconds, showProgress } from './progress';
import { startInstance } from './start-instance';
import { killRecorded, stopRecorded } from './stop-processes';
import { createSupervisor, type Supervisor } from './supervisor';
import { welcomeText } from './texts';

const progress = showProgress(process.stdout);

void main(process.argv.slice(2)).then((code) => process.exit(code));

async function main(args: readonly string[]): Promise<number> {
  if (args[0] !== undefined) {
    return fail(`Unknown argument ${args[0]}. \`npm start -- --help\` shows what there is.`);
  }
  const claim = lockHome(localFolder);
  if (claim !== 'claimed') {
    return fail(`Nudgeline already runs in this folder, as process ${claim.ownedBy}. Stop that one first.`);
  }
  // One that a killed run has left would say that this one is ready.
  removeInstanceFile(localFolder);
  try {
    return await runUntilStopped();
  } finally {
    releaseHome(localFolder);
  }
}

/** Starting may fail, a process may die too often, someone may press Ctrl-C: each ends in the same orderly stop. */
async function runUntilStopped(): Promise<number> {
  const began = Date.now();
  const stopping = new AbortController();
  const ended = new Promise<Error | undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => {
      resolve(stopping.signal.reason as Error | undefined);
    });
  });
  onStopSignals(() => {
    stopping.abort('asked');
  });

  let instance: Instance | undefined;
  const publish = (): void => {
    if (instance !== undefined) writeInstanceFile(localFolder, instance, supervisor.pids());
  };
  const supervisor = createSupervisor({
    died: (name, how, pauseMs) => {
      progress.line(`✗ ${name} ${how}; starting it again in ${seconds(pauseMs)}`);
    },
    restarted: (name) => {
      progress.line(`✓ ${name} is back`);
      publish();
    },
    gaveUp: (error) => {
      stopping.abort(error);
    },
  });
  const starting = startInstance(progress, supervisor, stopping.signal).then(
    (started) => {
      instance = started;
      publish();
      progress.line(welcomeText(started, seconds(Date.now() - began)));
    },
    (error: unknown) => {
      stopping.abort(error);
    },
  );

  const reason = await ended;
  const code = reason instanceof Error ? fail(reason.message) : 0;
  await stopEverything(supervisor, starting);
  return code;
}

async function stopEverything(supervisor: Supervisor, starting: Promise<void>): Promise<void> {
  progress.line('Stopping …');
  removeInstanceFile(localFolder);
  const settled = Promise.all([supervisor.letGo(), starting]).then(() => 'settled');
  // A start that is under way may bring up one more process after the others were stopped.
  do {
    await stopRecorded(localFolder, (name, tookMs) => {
      progress.line(`✓ ${name} stopped (${seconds(tookMs)})`);
    });
  } while ((await Promise.race([settled, delay(20)])) !== 'settled');
  progress.line('Stopped. The data stays in .local and is there at the next start.');
}

/** One Ctrl-C arrives up to three times: from the terminal, through npm and through the bootstrap. */
function onStopSignals(stop: () => void): void {
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      first ??= Date.now();
      if (Date.now() - first < 500) {
        stop();
        return;
      }
      killRecorded(localFolder);
      removeInstanceFile(localFolder);
      releaseHome(localFolder);
      process.exit(130);
    });
  }
  // A terminal that was closed must not turn the lines about stopping into a crash.
  process.stdout.on('error', () => undefined);
}

function fail(message: string): number {
  process.stderr.write(`${process.stdout.isTTY ? '\r\u001b[K' : ''}✗ ${message}\n`);
  return 1;
}
