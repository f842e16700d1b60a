import type { HelperProcess } from '../measure/helper-process';
import { readLedgerCounts, type LedgerCounts } from '../measure/ledger-metrics';
import type { RunMessage, RunResult } from '../measure/measured-run';
import { readUsage, type Usage } from '../measure/process-usage';
import type { LoadOrder } from './load-order';

export interface CaseFigures extends RunResult {
  readonly name: string;
  readonly commandsPerTransaction: number;
  readonly transactionMs: number;
  /** Microseconds of CPU for each accepted push, by process. */
  readonly cpuPerPush: Readonly<Record<string, number>>;
  /** Cores that nobody used, and those that processes which are not ours used. */
  readonly idleCores: number;
  readonly othersCores: number;
}

export interface Watched {
  readonly generator: HelperProcess;
  readonly pids: Readonly<Record<string, number>>;
  readonly ledgerPort: number;
}

interface Reading {
  readonly at: number;
  readonly usage: Usage | undefined;
  readonly ledger: LedgerCounts;
}

/** One case: the load of the order, and what the processes used of the machine while it was measured. */
export async function measureCase(name: string, order: LoadOrder, watched: Watched): Promise<CaseFigures> {
  const { generator } = watched;
  const { warmUpMs, measureMs } = order.limits;
  generator.tell(order);
  await generator.hear<RunMessage>(warmUpMs + SLACK_MS);
  const before = await takeReading(watched);
  await generator.hear<RunMessage>(measureMs + SLACK_MS);
  const after = await takeReading(watched);
  const last = await generator.hear<RunMessage>(SLACK_MS);
  if (last.phase !== 'done') throw new Error(`the load generator said ${last.phase} instead of done`);
  return {
    name,
    ...last.result,
    ...ledgerFigures(before, after),
    ...usageFigures(before, after, last.result.accepted),
  };
}

/** More than the longest wait for an answer. */
const SLACK_MS = 30_000;

async function takeReading({ pids, generator, ledgerPort }: Watched): Promise<Reading> {
  const usage = readUsage({ ...pids, 'load generator': generator.pid });
  const at = performance.now();
  return { at, usage, ledger: await readLedgerCounts(ledgerPort) };
}

function ledgerFigures(
  before: Reading,
  after: Reading,
): Pick<CaseFigures, 'commandsPerTransaction' | 'transactionMs'> {
  const transactions = after.ledger.transactions - before.ledger.transactions;
  const seconds = after.ledger.transactionSeconds - before.ledger.transactionSeconds;
  return {
    commandsPerTransaction: (after.ledger.commands - before.ledger.commands) / transactions,
    transactionMs: (seconds * 1_000) / transactions,
  };
}

function usageFigures(
  before: Reading,
  after: Reading,
  accepted: number,
): Pick<CaseFigures, 'cpuPerPush' | 'idleCores' | 'othersCores'> {
  const [first, second] = [before.usage, after.usage];
  if (first === undefined || second === undefined) {
    return { cpuPerPush: {}, idleCores: Number.NaN, othersCores: Number.NaN };
  }
  const elapsedMs = after.at - before.at;
  const usedMs = Object.entries(second.cpuMs).map(
    ([name, ms]) => [name, ms - (first.cpuMs[name] ?? 0)] as const,
  );
  const ours = usedMs.reduce((sum, [, ms]) => sum + ms, 0);
  return {
    cpuPerPush: Object.fromEntries(usedMs.map(([name, ms]) => [name, (ms * 1_000) / accepted])),
    idleCores: (second.machine.idleMs - first.machine.idleMs) / elapsedMs,
    othersCores: Math.max(second.machine.busyMs - first.machine.busyMs - ours, 0) / elapsedMs,
  };
}
