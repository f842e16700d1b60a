import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, writeRecord, type ProcessRecord } from './process-record';
import { stopProcess } from './stop-processes';

/** A process of the local instance, and how to start and stop it. */
export interface ChildSpec {
  readonly home: string;
  readonly name: string;
  readonly kind: ProcessRecord['kind'];
  readonly command: string;
  readonly args: readonly string[];
  readonly options?: { env?: NodeJS.ProcessEnv; cwd?: string; uid?: number; gid?: number };
  readonly stopSignal?: NodeJS.Signals;
  readonly graceMs?: number;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves with how it ended, as a predicate such as "ended with code 1". Never rejects. */
  readonly exited: Promise<string>;
  readonly exitCode: () => number | null;
  readonly stop: () => Promise<void>;
}

/** Starts a process and records it, so that a later run can stop it. Its output goes to <home>/logs. */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const logFile = join(spec.home, 'logs', `${spec.name}.log`);
  const log = openLog(logFile);
  // In a process group of its own, because a terminal sends Ctrl-C to our whole group and we stop the rest in order.
  const spawned = spawn(spec.command, spec.args, {
    ...spec.options,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  if (spawned.pid === undefined) await once(spawned, 'spawn');
  const { name, kind, stopSignal = 'SIGTERM', graceMs = 20_000 } = spec;
  const record = { ...identify(spawned.pid ?? 0), name, kind, stopSignal, graceMs };
  writeRecord(spec.home, record);
  return {
    name,
    pid: record.pid,
    logFile,
    exited: new Promise((resolve) => {
      spawned.once('exit', (code, signal) => {
        resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
      });
    }),
    exitCode: () => spawned.exitCode,
    stop: () => stopProcess(spec.home, record),
  };
}

/** Waits until the probe succeeds. If the process dies first or takes too long, it is stopped and its log is shown. */
export async function untilReady(
  child: Child,
  probe: () => Promise<boolean>,
  withinMs = LONGEST_START_MS,
): Promise<void> {
  let ending: string | undefined;
  void child.exited.then((how) => (ending = how));
  const deadline = Date.now() + withinMs;
  while (ending === undefined && Date.now() < deadline) {
    if (await probe().catch(() => false)) return;
    await delay(50);
  }
  const why = ending ?? `was not ready within ${withinMs / 1000} s`;
  await child.stop();
  throw new Error(`${child.name} ${why}.\n${logTail(child.logFile)}`);
}

/** A process that dies is noticed at once. On a busy machine Kafka took 100 s to start. */
const LONGEST_START_MS = 180_000;

export function logTail(logFile: string): string {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trimEnd().split('\n') : [];
  return [`The end of ${logFile}:`, ...lines.slice(-15)].join('\n  ');
}

/** Opens a new file for each start and keeps the previous one, which may explain a crash. */
function openLog(logFile: string): number {
  mkdirSync(dirname(logFile), { recursive: true });
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`);
  return openSync(logFile, 'a');
}
