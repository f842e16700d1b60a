import { Counter, type Registry } from 'prom-client';

/** What the ledger notices and nobody is answered. A batch that has to be repeated is counted again. */
export interface LedgerTelemetry {
  /** A provider reported on a send that is not there, or not of this business. */
  unknownReport(): void;
}

/** Names are part of what operators rely on: docs/operations.md lists them. */
export function createLedgerTelemetry(registry: Registry): LedgerTelemetry {
  const unknownReports = new Counter({
    name: 'ledger_unknown_reports_total',
    help: 'Reports of providers on sends that the ledger does not know.',
    registers: [registry],
  });
  return {
    unknownReport: () => {
      unknownReports.inc();
    },
  };
}
