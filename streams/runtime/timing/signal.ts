/** What a loop that waits for work is handed: the only way for it to let time pass. */
export interface Waker {
  raise(): void;
  /** True: raised. False: the time ran out. */
  wait(timeoutMs: number): Promise<boolean>;
}

/** Wakes a loop that waits for work. Raised while nobody waits, it lets the next wait through at once. */
export class Signal implements Waker {
  private raised = false;
  private wake: (() => void) | undefined;

  raise(): void {
    this.raised = true;
    this.wake?.();
  }

  async wait(timeoutMs: number): Promise<boolean> {
    if (!this.raised) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wake = undefined;
    }
    const raised = this.raised;
    this.raised = false;
    return raised;
  }
}
