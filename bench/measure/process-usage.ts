// The CPU time and memory that processes have used, as Linux reports them. On other systems the figures are left out.

import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

export interface Usage {
  /** CPU time of each watched process, including the processes that it started, by name. */
  readonly cpuMs: Readonly<Record<string, number>>;
  /** CPU time of the whole machine: busy and idle. */
  readonly machine: { readonly busyMs: number; readonly idleMs: number };
}

export function readUsage(pids: Readonly<Record<string, number>>): Usage | undefined {
  if (process.platform !== 'linux') return undefined;
  const children = childrenOf(Object.values(pids));
  const cpuMs = Object.fromEntries(
    Object.entries(pids).map(([name, pid]) => [name, cpuWithChildren(pid, children.get(pid) ?? [])]),
  );
  return { cpuMs, machine: readMachine() };
}

export function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

interface ProcessTimes {
  readonly parent: number;
  readonly ownMs: number;
  /** CPU time of children that have ended and were reaped. */
  readonly endedChildrenMs: number;
}

/** The time of a backend that ends between two readings is not lost: its parent counts it with its ended children. */
function cpuWithChildren(pid: number, children: readonly ProcessTimes[]): number {
  const times = readTimes(pid);
  const living = children.reduce((sum, child) => sum + child.ownMs, 0);
  return times === undefined ? 0 : times.ownMs + times.endedChildrenMs + living;
}

function childrenOf(parents: readonly number[]): Map<number, ProcessTimes[]> {
  const wanted = new Map<number, ProcessTimes[]>(parents.map((pid) => [pid, []]));
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? readTimes(Number(name)) : undefined;
    if (times !== undefined) wanted.get(times.parent)?.push(times);
  }
  return wanted;
}

function readTimes(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name in parentheses, may contain spaces, so parsing starts after it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return {
      parent: fields[1]!,
      ownMs: (fields[11]! + fields[12]!) * TICK_MS,
      endedChildrenMs: (fields[13]! + fields[14]!) * TICK_MS,
    };
  } catch {
    return undefined;
  }
}

function readMachine(): Usage['machine'] {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '';
  // user, nice, system, idle, waiting for a disk, interrupts, soft interrupts, stolen by the host
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const idle = ticks[3]! + ticks[4]!;
  const all = ticks.reduce((sum, value) => sum + value, 0);
  return { busyMs: (all - idle) * TICK_MS, idleMs: idle * TICK_MS };
}
