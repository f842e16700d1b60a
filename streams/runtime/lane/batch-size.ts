/** No more in one transaction: from here on a larger one is hardly cheaper by the command. */
const MOST = 250;
/** No fewer, however long they take: a commit has to be worth its cost. */
const FEWEST = 25;
/**
 * What comes meanwhile waits for the transaction under way and for its own. A hundred milliseconds of deadlines of one
 * business were so felt by all others.
 */
const TARGET_MS = 40;
/** How much the latest transaction counts against all before it. */
const WEIGHT = 0.3;

/** As many commands as lately took about the same time, whatever they were and however busy the machine is. */
export class BatchSize {
  private msPerCommand = TARGET_MS / MOST;

  get limit(): number {
    return Math.min(MOST, Math.max(FEWEST, Math.round(TARGET_MS / this.msPerCommand)));
  }

  /** Small ones say nothing: they take what a transaction takes at least. */
  took(commands: number, durationMs: number): void {
    if (commands < FEWEST) return;
    this.msPerCommand += WEIGHT * (durationMs / commands - this.msPerCommand);
  }
}
