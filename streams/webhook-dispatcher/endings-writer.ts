import { Backoff } from '../runtime/backoff';
import { classifyFailure } from '../runtime/failures';
import { shareWhileBusy } from '../runtime/shared-calls';
import type { EndedAttempt } from './decide';
import type { DispatcherStore } from './store';
import type { DispatcherTelemetry } from './telemetry';

export interface EndingsDependencies {
  readonly store: Pick<DispatcherStore, 'record'>;
  readonly now: () => number;
  readonly telemetry: Pick<DispatcherTelemetry, 'disabled' | 'outage'>;
  /** What waited for these endpoints is dropped. */
  readonly onDisabled: (endpointIds: readonly string[]) => void;
}

/**
 * Attempts end one by one and are written together: whatever ends during one transaction shares the next. Resolves when
 * the ending is stored, however long the database is away.
 */
export function endingsWriter(deps: EndingsDependencies): (ending: EndedAttempt) => Promise<void> {
  const backoff = new Backoff();
  return shareWhileBusy({ mostItems: 500, mostCalls: 1 }, async (endings: readonly EndedAttempt[]) => {
    await recordUntilStored(deps, endings, backoff);
    return endings.map(() => undefined);
  });
}

async function recordUntilStored(
  { store, now, telemetry, onDisabled }: EndingsDependencies,
  endings: readonly EndedAttempt[],
  backoff: Backoff,
): Promise<void> {
  for (;;) {
    try {
      const disabled = await store.record(endings, new Date(now()));
      backoff.reset();
      if (disabled.length > 0) {
        onDisabled(disabled);
        telemetry.disabled(disabled);
      }
      return;
    } catch (error) {
      if (classifyFailure(error) !== 'outage') throw error;
      telemetry.outage(error);
      await backoff.pause();
    }
  }
}
