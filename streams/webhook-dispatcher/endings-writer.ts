import { Backoff } from '../runtime/backoff';
import { classifyFailure } from '../runtime/failures';
import type { EndedAttempt } from './decide';
import type { DispatcherStore } from './store';
import type { DispatcherTelemetry } from './telemetry';

export interface EndingsDependencies {
  readonly store: Pick<DispatcherStore, 'record'>;
  readonly now: () => number;
  readonly telemetry: Pick<DispatcherTelemetry, 'disabled' | 'outage'>;
}

/** Attempts end one by one and are written together: whatever ends during one transaction shares the next. */
export class EndingsWriter {
  private readonly waiting: Waiting[] = [];
  private isWriting = false;
  private readonly backoff = new Backoff();

  constructor(private readonly deps: EndingsDependencies) {}

  /** Resolves when it is stored, however long the database is away. */
  write(ending: EndedAttempt): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ending, resolve, reject });
      if (!this.isWriting) void this.writeAll();
    });
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_AT_ONCE);
      try {
        await this.record(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isWriting = false;
  }

  private async record(batch: readonly Waiting[]): Promise<void> {
    const { store, now, telemetry } = this.deps;
    for (;;) {
      try {
        const endings = batch.map(({ ending }) => ending);
        const disabled = await store.record(endings, new Date(now()));
        this.backoff.reset();
        if (disabled.length > 0) telemetry.disabled(disabled);
        for (const { resolve } of batch) resolve();
        return;
      } catch (error) {
        if (classifyFailure(error) !== 'outage') throw error;
        telemetry.outage(error);
        await this.backoff.pause();
      }
    }
  }
}

const MAX_AT_ONCE = 500;

interface Waiting {
  readonly ending: EndedAttempt;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
