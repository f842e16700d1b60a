import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../runtime/logger';
import type { Parked } from './delivery/parked';

/** What the ledger counts because no caller learns about it. A batch that is repeated is counted again. */
export interface LedgerTelemetry {
  /** A provider reported on a send that does not exist or belongs to another business. */
  unknownReport(): void;
  /** A texted STOP, START or HELP got no automatic reply. */
  withheldAnswer(reason: string): void;
  /** A timer, a send or an erasure stands still until an operator replays its dead letter. */
  parked(parked: Parked): void;
}

/** Operators rely on these names; docs/operations.md lists them. */
export function createLedgerTelemetry(registry: Registry, logger: Logger): LedgerTelemetry {
  const unknownReports = new Counter({
    name: 'ledger_unknown_reports_total',
    help: 'Reports of providers on sends that the ledger does not know.',
    registers: [registry],
  });
  const withheldAnswers = new Counter({
    name: 'ledger_withheld_answers_total',
    help: 'HELP, START and STOP that were received and not answered by a text, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  const parkedWork = new Counter({
    name: 'ledger_parked_total',
    help: 'Timers, sends and erasures that stand still until a dead letter is replayed.',
    labelNames: ['kind'],
    registers: [registry],
  });
  return {
    unknownReport: () => {
      unknownReports.inc();
    },
    withheldAnswer: (reason) => {
      withheldAnswers.inc({ reason });
    },
    parked({ kind, businessId, subjectId }) {
      parkedWork.inc({ kind });
      const fields = { kind, business_id: businessId, subject_id: subjectId };
      const what = { timer: 'a timer', send: 'a send', erasure: 'an erasure' }[kind];
      logger.error(fields, `${what} is parked until its dead letter is replayed`);
    },
  };
}
