/** Long enough for a machine that stands still for a while: how fast something is, no test says. */
export const PATIENCE_MS = 240_000;

/** Asks often at first, and less when it takes longer: those who ask slow down what they wait for. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 50;

/** What is waited for can come no more. */
export class InVain extends Error {}

/** Polls until a condition holds; a test that waits never sleeps for a guessed time. */
export async function until<Value>(
  what: string,
  condition: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> {
  const deadline = performance.now() + PATIENCE_MS;
  let lastError: unknown;
  let pauseMs = FIRST_PAUSE_MS;
  while (performance.now() < deadline) {
    try {
      const value = await condition();
      if (value !== undefined && value !== false) return value;
      lastError = undefined;
    } catch (error) {
      if (error instanceof InVain) throw error;
      lastError = error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.25);
  }
  throw new Error(`waited ${String(PATIENCE_MS)} ms in vain until ${what}`, { cause: lastError });
}
