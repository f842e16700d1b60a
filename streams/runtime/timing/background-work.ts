import type { Waker } from './signal';

/**
 * Work that a loop starts without waiting for it, so that slow work never delays what is due. When a piece of work
 * ends, the loop is woken and can take the failures.
 */
export class BackgroundWork {
  private readonly running = new Set<Promise<void>>();
  private readonly kinds = new Set<string>();
  private failures: Error[] = [];

  constructor(private readonly waker: Pick<Waker, 'raise'>) {}

  begin(work: Promise<void>): void {
    const running = work
      .catch((error: unknown) => {
        this.failures.push(error instanceof Error ? error : new Error(String(error)));
      })
      .finally(() => {
        this.running.delete(running);
        this.waker.raise();
      });
    this.running.add(running);
  }

  /** Begins work unless work of this kind is under way. `work` returns undefined if there is nothing to do. */
  beginOnce(kind: string, work: () => Promise<void> | undefined): void {
    if (this.kinds.has(kind)) return;
    const begun = work();
    if (begun === undefined) return;
    this.kinds.add(kind);
    this.begin(begun.finally(() => this.kinds.delete(kind)));
  }

  isBusyWith(kind: string): boolean {
    return this.kinds.has(kind);
  }

  takeFailures(): Error[] {
    const taken = this.failures;
    this.failures = [];
    return taken;
  }

  async ended(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
