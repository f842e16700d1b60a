// Every process we start is written down in <home>/pids before anything else happens, so that whoever comes next, also
// after a kill -9 of the whole tree, can find and stop what is still running.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface ProcessIdentity {
  readonly pid: number;
  /** Process ids are used again; the moment of start tells two holders of one id apart. */
  readonly startedAt: string;
}

export interface ProcessRecord extends ProcessIdentity {
  readonly name: string;
  readonly kind: (typeof STOP_ORDER)[number];
  readonly stopSignal: NodeJS.Signals;
  readonly graceMs: number;
}

/**
 * Each drains into those behind it. Those that ask the ledger wait for its answers: without it they would wait for as long
 * as a request may, and answer 503. Those that report stand between the senders and the world: what a sender still hands
 * over has to be taken, and what became of it brought to the log.
 */
export const STOP_ORDER = ['asking', 'service', 'reporting', 'part'] as const;

export function identify(pid: number): ProcessIdentity {
  return { pid, startedAt: startOf(pid) ?? 'ended' };
}

export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return startOf(pid) === startedAt;
}

/** What a living process was started as. */
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
    // A record cut off by a crash belongs to a process that crashed with it or that its name will find again.
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
    // The second field is the program's name in brackets and may hold anything, spaces included: read on behind it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent, ...others] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie holds no port and no file any more, and stays for ever where its parent does not look after it. We look
    // after ours: it counts as running for the moment until its exit event, so that what waits for it comes after.
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
