import { readUsage, type Usage } from './process-usage';

export interface UsageReading {
  readonly at: number;
  readonly usage: Usage | undefined;
}

export interface UsageFigures {
  /** Microseconds of CPU for each of what was done, by process. */
  readonly cpuEach: Readonly<Record<string, number>>;
  /** Cores that nobody used. */
  readonly idleCores: number;
  /** Cores that processes which are not ours used: where it is not close to 0, the run is no measurement. */
  readonly othersCores: number;
}

export function takeUsage(pids: Readonly<Record<string, number>>): UsageReading {
  return { usage: readUsage(pids), at: performance.now() };
}

/** What the processes used of the machine between two readings, while so much was done. */
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
