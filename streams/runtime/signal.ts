/** Wakes a loop that waits for work. Raised while nobody waits, it lets the next wait through at once. */
export class Signal {
  private raised = false;
  private wake: (() => void) | undefined;

  raise(): void {
    this.raised = true;
    this.wake?.();
  }

  /** True: raised. False: the time ran out. */
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
