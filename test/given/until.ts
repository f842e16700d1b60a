/** Polls until a condition holds; a test that waits never sleeps for a guessed time. */
export async function until<Value>(
  what: string,
  condition: () => Promise<Value | undefined | false> | Value | undefined | false,
  timeoutMs = 20_000,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
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
  throw new Error(`waited ${String(timeoutMs)} ms in vain until ${what}`, { cause: lastError });
}
