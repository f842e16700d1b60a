import { rest } from './sleep';

/** Polls until it is so, for at most a minute: how fast something is, no test says. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited a minute in vain until ${String(isSo)}`);
    await rest(1);
  }
}
