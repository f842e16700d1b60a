// Stops processes in all three cases: on Ctrl-C, after a failed start, and when a killed run has left some behind.

import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, readRecords, removeRecord, STOP_ORDER, type ProcessRecord } from './process-record';

type Stopped = (name: string, tookMs: number) => void;

/** Stops all recorded processes of a home, each kind after the last process of the kind before it has drained. */
export async function stopRecorded(home: string, stopped: Stopped = () => undefined): Promise<void> {
  for (const kind of STOP_ORDER) {
    const records = readRecords(home).filter((record) => record.kind === kind);
    await Promise.all(records.map((record) => stopRecord(home, record, stopped)));
  }
}

export async function stopProcess(home: string, record: ProcessRecord): Promise<void> {
  signal(record, record.stopSignal);
  if (!(await hasEnded(record, record.graceMs))) {
    signalGroup(record, 'SIGKILL');
    await hasEnded(record, 5_000);
  }
  removeRecord(home, record.name);
}

/** Kills the processes at once: for a second Ctrl-C, and for exit handlers, which cannot wait. */
export function killRecorded(home: string): void {
  for (const record of readRecords(home)) {
    signalGroup(record, 'SIGKILL');
    removeRecord(home, record.name);
  }
}

async function stopRecord(home: string, record: ProcessRecord, stopped: Stopped): Promise<void> {
  const wasRunning = isRunning(record);
  const start = Date.now();
  await stopProcess(home, record);
  if (wasRunning) stopped(record.name, Date.now() - start);
}

async function hasEnded(record: ProcessRecord, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (isRunning(record)) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}

function signal(record: ProcessRecord, name: NodeJS.Signals): void {
  if (isRunning(record)) sendSignal(record.pid, name);
}

/** Each of our processes leads its own group, so the signal also reaches the processes that it started. */
function signalGroup(record: ProcessRecord, name: NodeJS.Signals): void {
  if (isRunning(record)) sendSignal(-record.pid, name);
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended between the check and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
