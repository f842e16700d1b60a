import { setTimeout as delay } from 'node:timers/promises';
import { percentilesOf, type Percentiles } from './percentiles';

/** The duration of a run, and its maximum number of requests. */
export interface RunLimits {
  readonly warmUpMs: number;
  readonly measureMs: number;
  readonly maxRequests: number;
}

export interface RunResult extends Percentiles {
  readonly accepted: number;
  readonly perSecond: number;
  /** All requests that were sent, including the warm-up. */
  readonly sent: number;
  /** The errors and the number of each, including the warm-up. */
  readonly errors: Readonly<Record<string, number>>;
}

/** A message of a helper process during a run. */
export type RunMessage =
  | { readonly phase: 'measuring' }
  | { readonly phase: 'measured' }
  | { readonly phase: 'done'; readonly result: RunResult };

/** Counts the responses between the end of the warm-up and the end of the run. */
export class MeasuredRun {
  private readonly latenciesMs: number[] = [];
  private readonly errors = new Map<string, number>();
  private readonly limitReached = new AbortController();
  private measuring = false;
  private over = false;
  private sent = 0;
  private measuredMs = 0;

  constructor(private readonly limits: RunLimits) {}

  /** Called before each request, and counts it. Returns false if no more may be sent. */
  maySend(): boolean {
    if (this.sent >= this.limits.maxRequests) this.end();
    if (this.over || this.limitReached.signal.aborted) return false;
    this.sent += 1;
    return true;
  }

  /** Ends the run at once, regardless of its limits: nothing more is sent. */
  end(): void {
    this.limitReached.abort();
  }

  accepted(latencyMs: number): void {
    if (this.measuring) this.latenciesMs.push(latencyMs);
  }

  failed(what: string): void {
    this.errors.set(what, (this.errors.get(what) ?? 0) + 1);
  }

  /** The workers send until the run ends. Responses that arrive later are not measured. */
  async run(work: () => Promise<unknown>, report: (message: RunMessage) => void): Promise<void> {
    const working = work();
    await this.sleep(this.limits.warmUpMs);
    report({ phase: 'measuring' });
    this.measuring = true;
    const startedAt = performance.now();
    await this.sleep(this.limits.measureMs);
    this.measuring = false;
    this.over = true;
    this.measuredMs = performance.now() - startedAt;
    report({ phase: 'measured' });
    await working;
    report({ phase: 'done', result: this.result() });
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
