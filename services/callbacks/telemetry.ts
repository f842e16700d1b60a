import { Counter, type Registry } from 'prom-client';

export interface CallbackTelemetry {
  /** A request whose signature is not the provider's. */
  forged(provider: string): void;
  /** A report that names no send of ours. */
  unknown(provider: string): void;
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
    unknown: (provider) => {
      reports.inc({ provider, reason: 'unknown_id' });
    },
  };
}
