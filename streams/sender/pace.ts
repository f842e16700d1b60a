/** The rate that a provider grants us, as a bucket that fills steadily: a pause is made up for only in small part. */
export class Pace {
  private readonly most: number;
  private tokens: number;
  private filledAtMs: number;

  constructor(
    private readonly perSecond: number,
    nowMs: number,
  ) {
    this.most = Math.max(1, perSecond * BURST_SECONDS);
    this.tokens = this.most;
    this.filledAtMs = nowMs;
  }

  /** How many of those wanted may go now. */
  take(wanted: number, nowMs: number): number {
    const passedMs = Math.max(0, nowMs - this.filledAtMs);
    this.tokens = Math.min(this.most, this.tokens + (passedMs * this.perSecond) / 1_000);
    this.filledAtMs = nowMs;
    const granted = Math.min(wanted, Math.floor(this.tokens));
    this.tokens -= granted;
    return granted;
  }

  /** They did not go after all. */
  giveBack(unused: number): void {
    this.tokens = Math.min(this.most, this.tokens + unused);
  }

  /** How long until the next one may go. */
  get untilNextMs(): number {
    return this.tokens >= 1 ? 0 : Math.ceil(((1 - this.tokens) * 1_000) / this.perSecond);
  }
}

const BURST_SECONDS = 0.25;
