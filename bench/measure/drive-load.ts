import type { HelperProcess } from './helper-process';
import type { RunLimits, RunMessage, RunResult } from './measured-run';

/** What a load generator made, and what was read of the world right before and right after the measured part. */
export interface DrivenLoad<Reading> {
  readonly result: RunResult;
  readonly before: Reading;
  readonly after: Reading;
}

/** More than the longest wait for an answer. */
const SLACK_MS = 30_000;

/** Has a load generator carry out one order. */
export async function driveLoad<Reading>(
  generator: HelperProcess,
  order: { readonly limits: RunLimits },
  takeReading: () => Promise<Reading> | Reading,
): Promise<DrivenLoad<Reading>> {
  const { warmUpMs, measureMs } = order.limits;
  generator.tell(order);
  await generator.hear<RunMessage>(warmUpMs + SLACK_MS);
  const before = await takeReading();
  await generator.hear<RunMessage>(measureMs + SLACK_MS);
  const after = await takeReading();
  const last = await generator.hear<RunMessage>(SLACK_MS);
  if (last.phase !== 'done') throw new Error(`the load generator said ${last.phase} instead of done`);
  return { result: last.result, before, after };
}
