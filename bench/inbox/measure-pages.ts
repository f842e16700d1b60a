import { driveLoad } from '../measure/drive-load';
import { HelperProcess } from '../measure/helper-process';
import type { RunResult } from '../measure/measured-run';
import { takeUsage, usageFigures, type UsageFigures } from '../measure/usage-figures';
import type { ReadingOrder } from './load-generator';

export interface PageFigures extends RunResult, UsageFigures {
  readonly name: string;
}

/** Measures one run of readers against one server. */
export async function measurePages(
  name: string,
  order: ReadingOrder,
  pids: Readonly<Record<string, number>>,
): Promise<PageFigures> {
  const generator = HelperProcess.start(require.resolve('./load-generator'));
  const watched = { ...pids, 'load generator': generator.pid };
  try {
    const { result, before, after } = await driveLoad(generator, order, () => takeUsage(watched));
    return { name, ...result, ...usageFigures(before, after, result.accepted) };
  } finally {
    await generator.stop();
  }
}
