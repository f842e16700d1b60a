/** Long enough for a machine that stands still for a while: how fast something is, no test says. */
const PATIENCE_MS = 120_000;

/** Polls until a condition holds; a test that waits never sleeps for a guessed time. */
export async function until<Value>(
  what: string,
  condition: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> {
  const deadline = performance.now() + PATIENCE_MS;
  let lastError: unknown;
  while (performance.now() < deadline) {
    try {
      const value = await condition();
      if (value !== undefined && value !== false) return value;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited ${String(PATIENCE_MS)} ms in vain until ${what}`, { cause: lastError });
}
