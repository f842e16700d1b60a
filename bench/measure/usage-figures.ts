import { readUsage, type Usage } from './process-usage';

export interface UsageReading {
  readonly at: number;
  readonly usage: Usage | undefined;
}

export interface UsageFigures {
  /** Microseconds of CPU for one unit of work, by process. */
  readonly cpuEach: Readonly<Record<string, number>>;
  /** Idle cores. */
  readonly idleCores: number;
  /** Cores that other processes used. If this is not close to 0, the run is not a measurement. */
  readonly othersCores: number;
}

export function takeUsage(pids: Readonly<Record<string, number>>): UsageReading {
  return { usage: readUsage(pids), at: performance.now() };
}

/** The use of the machine between two readings, for the given amount of work. */
export function usageFigures(before: UsageReading, after: UsageReading, done: number): UsageFigures {
  const [first, second] = [before.usage, after.usage];
  if (first === undefined || second === undefined) {
    return { cpuEach: {}, idleCores: Number.NaN, othersCores: Number.NaN };
  }
  const elapsedMs = after.at - before.at;
  const usedMs = Object.entries(second.cpuMs).map(
    ([name, ms]) => [name, ms - (first.cpuMs[name] ?? 0)] as const,
  );
  const ours = usedMs.reduce((sum, [, ms]) => sum + ms, 0);
  return {
    cpuEach: Object.fromEntries(usedMs.map(([name, ms]) => [name, (ms * 1_000) / done])),
    idleCores: (second.machine.idleMs - first.machine.idleMs) / elapsedMs,
    othersCores: Math.max(second.machine.busyMs - first.machine.busyMs - ours, 0) / elapsedMs,
  };
}
