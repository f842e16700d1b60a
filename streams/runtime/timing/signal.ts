/**
 * How a loop waits for work. Implemented by `Signal` below; tests replace it, because the loop passes time only here.
 */
export interface Waker {
  raise(): void;
  /** Resolves to true when raised, and to false when the time is over. */
  wait(timeoutMs: number): Promise<boolean>;
}

/** Wakes a loop that waits for work. If it is raised while no loop waits, the next wait returns at once. */
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
