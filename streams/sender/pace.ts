/**
 * The rate that a provider grants us, as a token bucket. The bucket holds the sends of a quarter of a second, so a
 * pause is hardly made up for.
 */
export class Pace {
  private readonly most: number;
  /**
   * While many sends wait, they go in groups of a tenth of a second: they share the cost of a claim and wait little.
   */
  private readonly group: number;
  private tokens: number;
  private filledAtMs: number;

  constructor(
    private readonly perSecond: number,
    nowMs: number,
  ) {
    this.most = Math.max(1, perSecond * BURST_SECONDS);
    this.group = Math.max(1, Math.floor(perSecond * GROUP_SECONDS));
    this.tokens = this.most;
    this.filledAtMs = nowMs;
  }

  /** Takes tokens, and returns how many of the wanted sends may go now. */
  take(wanted: number, nowMs: number): number {
    const passedMs = Math.max(0, nowMs - this.filledAtMs);
    this.tokens = Math.min(this.most, this.tokens + (passedMs * this.perSecond) / 1_000);
    this.filledAtMs = nowMs;
    if (this.tokens < this.needed(wanted)) return 0;
    const granted = Math.min(wanted, Math.floor(this.tokens));
    this.tokens -= granted;
    return granted;
  }

  /** Returns tokens that were not used. */
  giveBack(unused: number): void {
    this.tokens = Math.min(this.most, this.tokens + unused);
  }

  /** How long until the next of the wanted sends may go. */
  untilNextMs(wanted: number): number {
    const missing = this.needed(wanted) - this.tokens;
    return missing <= 0 ? 0 : Math.ceil((missing * 1_000) / this.perSecond);
  }

  private needed(wanted: number): number {
    return Math.min(Math.max(wanted, 1), this.group);
  }
}

const BURST_SECONDS = 0.25;
const GROUP_SECONDS = 0.1;
