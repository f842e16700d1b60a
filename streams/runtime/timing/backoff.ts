import { rest } from './sleep';

const FIRST_MS = 50;
const LONGEST_MS = 3_000;

/** Waits twice as long after each failure in a row, so that a server that is down is not asked all the time. */
export class Backoff {
  private failures = 0;

  async pause(): Promise<void> {
    const delayMs = Math.min(FIRST_MS * 2 ** this.failures, LONGEST_MS);
    this.failures += 1;
    await rest(delayMs);
  }

  reset(): void {
    this.failures = 0;
  }
}
