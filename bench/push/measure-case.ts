import type { LoadOrder } from '../load/load-order';
import { driveLoad } from '../measure/drive-load';
import type { HelperProcess } from '../measure/helper-process';
import { readLedgerCounts, type LedgerCounts } from '../measure/ledger-metrics';
import type { RunResult } from '../measure/measured-run';
import { takeUsage, usageFigures, type UsageFigures } from '../measure/usage-figures';

export interface CaseFigures extends RunResult, UsageFigures {
  readonly name: string;
  readonly commandsPerTransaction: number;
  readonly transactionMs: number;
}

export interface Watched {
  readonly generator: HelperProcess;
  readonly pids: Readonly<Record<string, number>>;
  readonly ledgerPort: number;
}

/** Measures one case: drives the load of the order and reads how much of the machine the processes use. */
export async function measureCase(name: string, order: LoadOrder, watched: Watched): Promise<CaseFigures> {
  const { generator, pids, ledgerPort } = watched;
  const { result, before, after } = await driveLoad(generator, order, async () => ({
    ...takeUsage({ ...pids, 'load generator': generator.pid }),
    ledger: await readLedgerCounts(ledgerPort),
  }));
  return {
    name,
    ...result,
    ...ledgerFigures(before.ledger, after.ledger),
    ...usageFigures(before, after, result.accepted),
  };
}

function ledgerFigures(
  before: LedgerCounts,
  after: LedgerCounts,
): Pick<CaseFigures, 'commandsPerTransaction' | 'transactionMs'> {
  const transactions = after.transactions - before.transactions;
  const seconds = after.transactionSeconds - before.transactionSeconds;
  return {
    commandsPerTransaction: (after.commands - before.commands) / transactions,
    transactionMs: (seconds * 1_000) / transactions,
  };
}
