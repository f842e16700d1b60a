import type { HelperProcess } from './helper-process';
import type { RunLimits, RunMessage, RunResult } from './measured-run';

/** The result of a load generator, with readings taken just before and just after the measured part. */
export interface DrivenLoad<Reading> {
  readonly result: RunResult;
  readonly before: Reading;
  readonly after: Reading;
}

/** Longer than the longest wait for a response. */
const SLACK_MS = 30_000;

/** Lets a load generator carry out one order. */
export async function driveLoad<Reading>(
  generator: HelperProcess,
  order: { readonly limits: RunLimits },
  takeReading: () => Promise<Reading> | Reading,
): Promise<DrivenLoad<Reading>> {
  const { warmUpMs, measureMs } = order.limits;
  generator.send(order);
  await generator.receive<RunMessage>(warmUpMs + SLACK_MS);
  const before = await takeReading();
  await generator.receive<RunMessage>(measureMs + SLACK_MS);
  const after = await takeReading();
  const last = await generator.receive<RunMessage>(SLACK_MS);
  if (last.phase !== 'done') throw new Error(`the load generator reported ${last.phase} instead of done`);
  return { result: last.result, before, after };
}
