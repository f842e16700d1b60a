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
  private readonly connecting: NodeJS.Timeout;
  private readonly answering: NodeJS.Timeout;
  private listener: ((reason: TimeIsUp) => void) | undefined;
  private controller: AbortController | undefined;
  private over: TimeIsUp | undefined;

  constructor({ connectTimeoutMs, timeoutMs }: AttemptTimes) {
    this.connecting = setTimeout(() => this.end('connect_timeout'), connectTimeoutMs);
    this.answering = setTimeout(() => this.end('answer_timeout'), timeoutMs);
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
    clearTimeout(this.connecting);
  }

  /** The attempt has ended by itself. */
  stop(): void {
    this.connected();
    clearTimeout(this.answering);
    this.listener = undefined;
  }

  private end(failure: CallFailure): void {
    const { listener } = this;
    this.stop();
    this.over = new TimeIsUp(failure);
    this.controller?.abort(this.over);
    listener?.(this.over);
  }
}
