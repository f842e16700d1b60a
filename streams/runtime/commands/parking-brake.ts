/** So many commands are put aside in a row, without one that is applied: then the fault is hardly theirs. */
export const MOST_PARKED_IN_A_ROW = 5;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 600_000;

/**
 * Keeps a fault of ours from putting aside everything that comes. While it is on, a command that cannot be applied waits and
 * is tried again instead. One that is applied releases it; until then one more may be parked after each pause.
 */
export class ParkingBrake {
  private inARow = 0;
  private pauses = 0;
  private pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly onChange: (pauseMs: number | undefined) => void) {}

  get isOn(): boolean {
    return this.inARow >= MOST_PARKED_IN_A_ROW;
  }

  /** Whether one more may be parked now. It counts as parked from here on. */
  letsPark(nowMs: number): boolean {
    if (nowMs < this.pausedUntilMs) return false;
    this.inARow += 1;
    if (this.isOn) {
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.pauses, LONGEST_PAUSE_MS);
      this.pauses += 1;
      this.pausedUntilMs = nowMs + pauseMs;
      this.onChange(pauseMs);
    }
    return true;
  }

  applied(): void {
    const wasOn = this.isOn;
    this.inARow = 0;
    this.pauses = 0;
    this.pausedUntilMs = Number.NEGATIVE_INFINITY;
    if (wasOn) this.onChange(undefined);
  }
}
