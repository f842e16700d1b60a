// Every process that we start is recorded in <home>/pids at once. The next run can therefore find and stop what is
// still running, even after a kill -9 of the whole process tree.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface ProcessIdentity {
  readonly pid: number;
  /** Process ids are reused. The time of the start distinguishes two processes with the same id. */
  readonly startedAt: string;
}

export interface ProcessRecord extends ProcessIdentity {
  readonly name: string;
  readonly kind: (typeof STOP_ORDER)[number];
  readonly stopSignal: NodeJS.Signals;
  readonly graceMs: number;
}

/**
 * Each kind stops after the one before it has drained. Processes that ask the ledger need its replies: without it they
 * would wait for as long as a request may take, and then answer 503. Reporting processes stop after the senders,
 * because they receive the senders' last submissions and write the reports about them to the log.
 */
export const STOP_ORDER = ['asking', 'service', 'reporting', 'part'] as const;

export function identify(pid: number): ProcessIdentity {
  return { pid, startedAt: startOf(pid) ?? 'ended' };
}

export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return startOf(pid) === startedAt;
}

/** Returns the command line of a running process. */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    }
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
}

export function writeRecord(home: string, record: ProcessRecord): void {
  mkdirSync(join(home, 'pids'), { recursive: true });
  writeFileSync(recordFile(home, record.name), JSON.stringify(record));
}

export function removeRecord(home: string, name: string): void {
  rmSync(recordFile(home, name), { force: true });
}

export function readRecords(home: string): ProcessRecord[] {
  return fileNames(join(home, 'pids')).flatMap((file) => {
    const record = parseRecord(readFileSync(join(home, 'pids', file), 'utf8'));
    // A record truncated by a crash belongs to a process that crashed too, or that is found again by its name.
    if (record === undefined) removeRecord(home, basename(file, '.json'));
    return record ?? [];
  });
}

function parseRecord(text: string): ProcessRecord | undefined {
  try {
    return JSON.parse(text) as ProcessRecord;
  } catch {
    return undefined;
  }
}

function recordFile(home: string, name: string): string {
  return join(home, 'pids', `${name}.json`);
}

function fileNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

function startFromProc(pid: number): string | undefined {
  try {
    // The second field, the program's name in parentheses, may contain anything, so parsing starts after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent, ...others] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie holds no port and no file, and stays for ever if its parent does not reap it. Node reaps our children,
    // so one of ours counts as running until its exit event. Code that waits for its end therefore runs after that
    // event.
    return state === 'Z' && parent !== String(process.pid) ? undefined : others[17];
  } catch {
    return undefined;
  }
}

function startFromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
