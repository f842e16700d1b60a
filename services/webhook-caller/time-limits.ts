import type { CallFailure } from '../../streams/webhook-dispatcher/classify';

/** How long one attempt may take (HOOK-11). */
export interface AttemptTimes {
  /** For the look-up of the host, the connection and the TLS handshake together. */
  readonly connectTimeoutMs: number;
  /** For the whole attempt, up to the answer's headers. */
  readonly timeoutMs: number;
}

/** Rejects a step of an attempt whose time is up. */
export class TimeIsUp extends Error {
  constructor(readonly failure: CallFailure) {
    super(failure);
  }
}

/**
 * The timer of one attempt. The steps of an attempt follow each other, so one listener at a time is enough. An
 * `AbortController` would do the same, but its events took a tenth of the CPU time of a webhook.
 */
export class TimeLimits {
  private timer: NodeJS.Timeout;
  private isConnected = false;
  private listener: ((reason: TimeIsUp) => void) | undefined;
  private controller: AbortController | undefined;
  private over: TimeIsUp | undefined;

  constructor(private readonly times: AttemptTimes) {
    const { connectTimeoutMs, timeoutMs } = times;
    this.timer = setTimeout(() => this.look(), Math.min(connectTimeoutMs, timeoutMs));
  }

  /** For work that can be cancelled only by a signal. It is created on first use. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.over !== undefined) this.controller.abort(this.over);
    return this.controller.signal;
  }

  /** Replaces the previous listener. */
  onOver(listener: (reason: TimeIsUp) => void): void {
    this.listener = listener;
  }

  throwIfOver(): void {
    if (this.over !== undefined) throw this.over;
  }

  connected(): void {
    this.isConnected = true;
  }

  /** Ends the timer because the attempt has ended by itself. */
  stop(): void {
    clearTimeout(this.timer);
    this.listener = undefined;
  }

  /** One timer serves both limits, because nearly every attempt ends before the first limit. */
  private look(): void {
    const { connectTimeoutMs, timeoutMs } = this.times;
    const restMs = timeoutMs - connectTimeoutMs;
    if (restMs <= 0) this.end('answer_timeout');
    else if (!this.isConnected) this.end('connect_timeout');
    else this.timer = setTimeout(() => this.end('answer_timeout'), restMs);
  }

  private end(failure: CallFailure): void {
    const { listener } = this;
    this.stop();
    this.over = new TimeIsUp(failure);
    this.controller?.abort(this.over);
    listener?.(this.over);
  }
}
