import { rest } from './sleep';

/** Polls until the condition holds, for at most a minute. Tests do not say how fast something is. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) {
      throw new Error(`after a minute it still does not hold: ${String(isSo)}`);
    }
    await rest(1);
  }
}
