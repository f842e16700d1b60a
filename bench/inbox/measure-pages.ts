import { HelperProcess } from '../measure/helper-process';
import type { RunMessage, RunResult } from '../measure/measured-run';
import { readUsage, type Usage } from '../measure/process-usage';
import type { ReadingOrder } from './load-generator';

export interface PageFigures extends RunResult {
  readonly name: string;
  /** Microseconds of CPU for each page, by process. */
  readonly cpuPerPage: Readonly<Record<string, number>>;
  /** Cores that processes which are not ours used meanwhile: where it is not close to 0, the run is no measurement. */
  readonly othersCores: number;
}

/** One run of readers against one server. */
export async function measurePages(
  name: string,
  order: ReadingOrder,
  pids: Readonly<Record<string, number>>,
): Promise<PageFigures> {
  const generator = HelperProcess.start(require.resolve('./load-generator'));
  const watched = { ...pids, 'load generator': generator.pid };
  const reading = () => ({ at: performance.now(), usage: readUsage(watched) });
  try {
    generator.tell(order);
    await generator.hear<RunMessage>(order.limits.warmUpMs + SLACK_MS);
    const before = reading();
    await generator.hear<RunMessage>(order.limits.measureMs + SLACK_MS);
    const after = reading();
    const last = await generator.hear<RunMessage>(SLACK_MS);
    if (last.phase !== 'done') throw new Error(`the load generator said ${last.phase} instead of done`);
    return { name, ...last.result, ...usageFigures(before, after, last.result.accepted) };
  } finally {
    await generator.stop();
  }
}

interface Reading {
  readonly at: number;
  readonly usage: Usage | undefined;
}

function usageFigures(
  before: Reading,
  after: Reading,
  pages: number,
): Pick<PageFigures, 'cpuPerPage' | 'othersCores'> {
  const [first, second] = [before.usage, after.usage];
  if (first === undefined || second === undefined) return { cpuPerPage: {}, othersCores: Number.NaN };
  const usedMs = Object.entries(second.cpuMs).map(
    ([name, ms]) => [name, ms - (first.cpuMs[name] ?? 0)] as const,
  );
  const ours = usedMs.reduce((sum, [, ms]) => sum + ms, 0);
  return {
    cpuPerPage: Object.fromEntries(usedMs.map(([name, ms]) => [name, (ms * 1_000) / pages])),
    othersCores: Math.max(second.machine.busyMs - first.machine.busyMs - ours, 0) / (after.at - before.at),
  };
}

const SLACK_MS = 30_000;
