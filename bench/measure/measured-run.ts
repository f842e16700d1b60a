import { setTimeout as delay } from 'node:timers/promises';
import { percentilesOf, type Percentiles } from './percentiles';

/** How long something is run, and how much of it at most. */
export interface RunLimits {
  readonly warmUpMs: number;
  readonly measureMs: number;
  readonly maxRequests: number;
}

export interface RunResult extends Percentiles {
  readonly accepted: number;
  readonly perSecond: number;
  /** Everything that was sent, the warm-up included. */
  readonly sent: number;
  /** What went wrong and how often, the warm-up included. */
  readonly errors: Readonly<Record<string, number>>;
}

/** What a helper process says while it works on a run. */
export type RunMessage =
  | { readonly phase: 'measuring' }
  | { readonly phase: 'measured' }
  | { readonly phase: 'done'; readonly result: RunResult };

/** Counts what was answered between the end of the warm-up and the end of the run. */
export class MeasuredRun {
  private readonly latenciesMs: number[] = [];
  private readonly errors = new Map<string, number>();
  private readonly limitReached = new AbortController();
  private measuring = false;
  private over = false;
  private sent = 0;
  private measuredMs = 0;

  constructor(private readonly limits: RunLimits) {}

  /** Asked before each request, which it counts. False: send no more. */
  maySend(): boolean {
    if (this.sent >= this.limits.maxRequests) this.end();
    if (this.over || this.limitReached.signal.aborted) return false;
    this.sent += 1;
    return true;
  }

  /** Nothing more is sent; whatever the limits say, its time is over. */
  end(): void {
    this.limitReached.abort();
  }

  accepted(latencyMs: number): void {
    if (this.measuring) this.latenciesMs.push(latencyMs);
  }

  failed(what: string): void {
    this.errors.set(what, (this.errors.get(what) ?? 0) + 1);
  }

  /** The workers send until they may no more; what they still wait for then is not measured. */
  async run(work: () => Promise<unknown>, tell: (message: RunMessage) => void): Promise<void> {
    const working = work();
    await this.sleep(this.limits.warmUpMs);
    tell({ phase: 'measuring' });
    this.measuring = true;
    const startedAt = performance.now();
    await this.sleep(this.limits.measureMs);
    this.measuring = false;
    this.over = true;
    this.measuredMs = performance.now() - startedAt;
    tell({ phase: 'measured' });
    await working;
    tell({ phase: 'done', result: this.result() });
  }

  private async sleep(durationMs: number): Promise<void> {
    await delay(durationMs, undefined, { signal: this.limitReached.signal }).catch(() => undefined);
  }

  private result(): RunResult {
    const accepted = this.latenciesMs.length;
    return {
      accepted,
      perSecond: (accepted * 1_000) / this.measuredMs,
      ...percentilesOf(this.latenciesMs),
      sent: this.sent,
      errors: Object.fromEntries(this.errors),
    };
  }
}
