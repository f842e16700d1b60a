import type { CallFailure } from '../../streams/webhook-dispatcher/classify';

export interface AttemptTimes {
  /** For finding the host, connecting to it and the TLS handshake together. */
  readonly connectTimeoutMs: number;
  /** For all of it, up to the answer's headers. */
  readonly timeoutMs: number;
}

export class TimeIsUp extends Error {
  constructor(readonly failure: CallFailure) {
    super(failure);
  }
}

/**
 * The time that one attempt may take. Its steps follow each other, so there is one that listens at a time. An `AbortController`
 * would do the same; with its events it took a tenth of the time that a webhook takes in all.
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

  /** For what can be called off in no other way; it is made when it is asked for. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.over !== undefined) this.controller.abort(this.over);
    return this.controller.signal;
  }

  /** Instead of whoever listened before. */
  onOver(listener: (reason: TimeIsUp) => void): void {
    this.listener = listener;
  }

  throwIfOver(): void {
    if (this.over !== undefined) throw this.over;
  }

  connected(): void {
    this.isConnected = true;
  }

  /** The attempt has ended by itself. */
  stop(): void {
    clearTimeout(this.timer);
    this.listener = undefined;
  }

  /** One timer for both limits: nearly every attempt has ended before the first. */
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
