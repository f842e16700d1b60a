import { Counter, Histogram, type Registry } from 'prom-client';
import type { Logger } from '../runtime/logger';

/** The metrics and log lines of the timers processor. */
export interface TimerTelemetry {
  opened(partitions: readonly number[]): void;
  fired(latenessMs: readonly number[]): void;
  firedAgain(count: number): void;
  unreadable(partition: number, offset: number): void;
  outage(error: unknown): void;
}

export function createTimerTelemetry(registry: Registry, logger: Logger): TimerTelemetry {
  const registers = [registry];
  const lateness = new Histogram({
    name: 'timers_lateness_seconds',
    help: 'Time from the moment a timer was due to the writing of its command.',
    buckets: [0.01, 0.05, 0.1, 0.2, 0.5, 1, 5, 30, 300],
    registers,
  });
  const repeated = new Counter({
    name: 'timers_fired_again_total',
    help: 'Timers fired again because the ledger did not apply them in time.',
    registers,
  });
  return {
    opened: (partitions) => logger.info({ partitions }, 'partitions opened'),
    fired(latenessMs) {
      for (const one of latenessMs) lateness.observe(one / 1_000);
    },
    firedAgain(count) {
      repeated.inc(count);
      logger.warn({ count }, 'the ledger did not apply timers in time: they are fired again');
    },
    unreadable: (partition, offset) =>
      logger.error({ partition, offset }, 'the record cannot be decoded as a timer and is skipped'),
    outage: (error) => logger.warn({ error }, 'database or broker unavailable, retrying'),
  };
}
