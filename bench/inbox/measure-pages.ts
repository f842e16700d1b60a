import { HelperProcess } from '../measure/helper-process';
import type { RunMessage, RunResult } from '../measure/measured-run';
import { readUsage } from '../measure/process-usage';
import type { ReadingOrder } from './load-generator';

export interface PageFigures extends RunResult {
  readonly name: string;
  /** Microseconds of CPU for each page, by process. */
  readonly cpuPerPage: Readonly<Record<string, number>>;
}

/** One run of readers against one server. */
export async function measurePages(
  name: string,
  order: ReadingOrder,
  pids: Readonly<Record<string, number>>,
): Promise<PageFigures> {
  const generator = HelperProcess.start(require.resolve('./load-generator'));
  const usage = (): Readonly<Record<string, number>> =>
    readUsage({ ...pids, 'load generator': generator.pid })?.cpuMs ?? {};
  try {
    generator.tell(order);
    await generator.hear<RunMessage>(order.limits.warmUpMs + SLACK_MS);
    const before = usage();
    await generator.hear<RunMessage>(order.limits.measureMs + SLACK_MS);
    const after = usage();
    const last = await generator.hear<RunMessage>(SLACK_MS);
    if (last.phase !== 'done') throw new Error(`the load generator said ${last.phase} instead of done`);
    const { result } = last;
    const cpuPerPage = Object.entries(after).map(([process, ms]) => [
      process,
      ((ms - (before[process] ?? 0)) * 1_000) / result.accepted,
    ]);
    return { name, ...result, cpuPerPage: Object.fromEntries(cpuPerPage) as Record<string, number> };
  } finally {
    await generator.stop();
  }
}

const SLACK_MS = 30_000;
