/** Shows progress: a line when a step is done and, until then, which steps are waited for. */
export interface Progress {
  line(text: string): void;
  /** Waits for the work, then writes what `done` makes of its result. */
  step<T>(waitingFor: string, work: Promise<T>, done: (result: T) => string): Promise<T>;
}

/** Shows the waiting as one line that is rewritten in a terminal, and as a new line every ten seconds elsewhere. */
export function showProgress(output: NodeJS.WriteStream): Progress {
  const waitingSince = new Map<string, number>();
  const erase = output.isTTY ? '\r\u001b[K' : '';
  let ticking: NodeJS.Timeout | undefined;

  function line(text: string): void {
    output.write(`${erase}${text}\n`);
  }

  function showWaiting(): void {
    const waits = [...waitingSince].map(([what, since]) => `${what} ${secondsSince(since)}`);
    const text = `… ${waits.join(', ')}`;
    if (output.isTTY) output.write(`${erase}${text.slice(0, output.columns - 1)}`);
    else line(text);
  }

  async function step<T>(waitingFor: string, work: Promise<T>, done: (result: T) => string): Promise<T> {
    const start = Date.now();
    waitingSince.set(waitingFor, start);
    ticking ??= setInterval(showWaiting, output.isTTY ? 200 : 10_000);
    try {
      const result = await work;
      line(`✓ ${done(result)} (${secondsSince(start)})`);
      return result;
    } finally {
      waitingSince.delete(waitingFor);
      if (waitingSince.size === 0) {
        clearInterval(ticking);
        ticking = undefined;
      }
    }
  }

  return { line, step };
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function secondsSince(start: number): string {
  return seconds(Date.now() - start);
}
