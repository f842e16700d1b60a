import { addressOf } from '../services';

/** The counters of the ledger since its start. */
export interface LedgerCounts {
  readonly commands: number;
  readonly transactions: number;
  readonly transactionSeconds: number;
}

export async function readLedgerCounts(port: number): Promise<LedgerCounts> {
  const answer = await fetch(`${addressOf(port)}/metrics`, { signal: AbortSignal.timeout(5_000) });
  const text = await answer.text();
  return {
    commands: valueOf(text, 'ledger_batch_commands_sum'),
    transactions: valueOf(text, 'ledger_batch_commands_count'),
    transactionSeconds: valueOf(text, 'ledger_batch_seconds_sum'),
  };
}

function valueOf(text: string, name: string): number {
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`The ledger's metrics have no ${name}.`);
  return Number(value);
}
