/** If this many commands in a row are parked and none is applied, the fault is hardly theirs. */
export const MOST_PARKED_IN_A_ROW = 5;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 600_000;

/**
 * Keeps a fault of our own from parking every command (HAZ-23). While the brake is on, a command that cannot be applied
 * waits and is retried. One more may be parked after each pause. The first command that is applied releases the brake.
 */
export class ParkingBrake {
  private inARow = 0;
  private pauses = 0;
  private pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly onChange: (pauseMs: number | undefined) => void) {}

  get isOn(): boolean {
    return this.inARow >= MOST_PARKED_IN_A_ROW;
  }

  /** Whether one more command may be parked now. If so, it counts as parked. */
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
