/** Groups the endings of attempts into few transactions, because one for each ending would be too many. */
import { Backoff } from '../runtime/timing/backoff';
import { LONE_CUT_OFFS, classifyFailure, setbackOf } from '../runtime/failures/failures';
import type { Rest } from '../runtime/timing/sleep';
import type { EndedAttempt } from './decide';
import type { DispatcherStore } from './store';
import type { DispatcherTelemetry } from './telemetry';

export interface EndingsDependencies<Attempt> {
  readonly store: Pick<DispatcherStore, 'record'>;
  readonly time: { readonly now: () => number; readonly rest: Rest };
  readonly telemetry: Pick<DispatcherTelemetry, 'defect' | 'disabled' | 'outage'>;
  readonly onStored: (attempts: readonly Attempt[]) => void;
  /** Called when the deliveries that wait for these endpoints were dropped. */
  readonly onDisabled: (endpointIds: readonly string[]) => void;
  readonly onFatal: (error: unknown) => void;
}

/**
 * Stores the endings of attempts in batches. Endings that come during one transaction share the next, which waits a
 * moment for more of them if there are many. Endings are kept in memory until they are stored, also during an outage.
 */
export class EndingsWriter<Attempt extends { readonly ending: EndedAttempt }> {
  private waiting: Attempt[] = [];
  private beingWritten = 0;
  private isWriting = false;
  private readonly backoff = new Backoff();

  constructor(private readonly deps: EndingsDependencies<Attempt>) {}

  get unstored(): number {
    return this.waiting.length + this.beingWritten;
  }

  add(attempt: Attempt): void {
    this.waiting.push(attempt);
    if (this.isWriting) return;
    this.isWriting = true;
    this.writeAll().catch(this.deps.onFatal);
  }

  private async writeAll(): Promise<void> {
    const { time, onStored } = this.deps;
    while (this.waiting.length > 0) {
      // Attempts that end in the same turn of the event loop join the batch.
      await time.rest(0);
      const attempts = this.waiting.splice(0, MOST_AT_ONCE);
      this.beingWritten = attempts.length;
      await this.recordUntilStored(attempts.map(({ ending }) => ending));
      this.beingWritten = 0;
      onStored(attempts);
      await time.rest(Math.min(attempts.length * REST_MS_EACH, MOST_REST_MS));
    }
    this.isWriting = false;
  }

  /** A batch that timed out is stored in halves, because it may be too large, or one ending may be the cause. */
  private async recordHalves(endings: readonly EndedAttempt[]): Promise<void> {
    const middle = Math.ceil(endings.length / 2);
    await this.recordUntilStored(endings.slice(0, middle));
    await this.recordUntilStored(endings.slice(middle));
  }

  private async recordUntilStored(endings: readonly EndedAttempt[]): Promise<void> {
    const { store, time, telemetry, onDisabled } = this.deps;
    let cutOffs = 0;
    for (;;) {
      try {
        const disabled = await store.record(endings, new Date(time.now()));
        this.backoff.reset();
        if (disabled.length > 0) {
          onDisabled(disabled);
          telemetry.disabled(disabled);
        }
        return;
      } catch (error) {
        if (classifyFailure(error) !== 'outage') throw error;
        telemetry.outage(error);
        if (setbackOf(error) === 'cut_off') {
          cutOffs += 1;
          if (endings.length > 1) return this.recordHalves(endings);
          // The delivery stays due, so the attempt is made again.
          if (cutOffs === LONE_CUT_OFFS) {
            telemetry.defect(endings[0]!, error);
            return;
          }
        }
        await this.backoff.pause();
      }
    }
  }
}

const MOST_AT_ONCE = 1_000;

/** The pause after a batch, short if it was small. If the process dies in it, the unstored attempts are made again. */
const REST_MS_EACH = 0.5;
const MOST_REST_MS = 25;
