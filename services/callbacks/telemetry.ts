import { Counter, type Registry } from 'prom-client';

/** Counts callbacks that become no command, so that an operator sees a wrong secret or a foreign number. */
export interface CallbackTelemetry {
  /** A request whose signature is not the provider's. */
  forged(provider: string): void;
  /** A report that names no send of ours. */
  unknown(provider: string, times?: number): void;
  /** Reports and messages of numbers that are not ours. */
  foreign(provider: string, times: number): void;
}

export function createCallbackTelemetry(registry: Registry): CallbackTelemetry {
  const reports = new Counter({
    name: 'callbacks_ignored_total',
    help: 'Requests of providers that changed nothing, by provider and reason',
    labelNames: ['provider', 'reason'],
    registers: [registry],
  });
  return {
    forged: (provider) => {
      reports.inc({ provider, reason: 'forged' });
    },
    unknown: (provider, times = 1) => {
      if (times > 0) reports.inc({ provider, reason: 'unknown_id' }, times);
    },
    foreign: (provider, times) => {
      if (times > 0) reports.inc({ provider, reason: 'foreign_number' }, times);
    },
  };
}
