// The program of `npm start`: starts the servers and the services, watches them, and stops them on Ctrl-C.

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
    return fail(`Unknown argument ${args[0]}. See \`npm start -- --help\`.`);
  }
  const claim = lockHome(localFolder);
  if (claim !== 'claimed') {
    return fail(
      `Nudgeline already runs in this folder, as process ${claim.ownedBy}. Stop that process first.`,
    );
  }
  // A file left by a killed run would announce that this instance is ready.
  removeInstanceFile(localFolder);
  try {
    return await runUntilStopped();
  } finally {
    releaseHome(localFolder);
  }
}

/** A failed start, a process that dies too often and Ctrl-C all end in the same orderly stop. */
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
      progress.line(`✗ ${name} ${how}; restarting it in ${seconds(pauseMs)}`);
    },
    restarted: (name) => {
      progress.line(`✓ ${name} is running again`);
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
  // A start in progress may start one more process after the others were stopped.
  do {
    await stopRecorded(localFolder, (name, tookMs) => {
      progress.line(`✓ ${name} stopped (${seconds(tookMs)})`);
    });
  } while ((await Promise.race([settled, delay(20)])) !== 'settled');
  progress.line('Stopped. The data stays in .local for the next start.');
}

/**
 * Stops at the first signal and kills at a later one. One Ctrl-C arrives up to three times, from the terminal, through
 * npm and through the bootstrap, so signals within 500 ms count as one.
 */
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
  // Writing to a closed terminal must not crash the process while it stops.
  process.stdout.on('error', () => undefined);
}

function fail(message: string): number {
  process.stderr.write(`${process.stdout.isTTY ? '\r\u001b[K' : ''}✗ ${message}\n`);
  return 1;
}
