import type { Ports } from '../../services/local/ports';
import type { Progress } from '../../services/local/progress';
import type { BenchmarkSettings } from '../benchmark';
import type { Pusher } from '../businesses';
import type { HelperProcess } from '../measure/helper-process';
import { residentMegabytes } from '../measure/process-usage';
import { casesFor, type PushCase } from './cases';
import type { LoadOrder } from './load-order';
import { measureCase, type CaseFigures } from './measure-case';
import { RECIPIENTS_PER_BUSINESS } from './push-requests';
import { errorLines, rate, span } from './texts';

export interface PushBench {
  readonly generator: HelperProcess;
  readonly pids: Readonly<Record<'ingress' | 'ledger', number>> & Readonly<Record<string, number>>;
  readonly ports: Ports;
  readonly pushers: readonly Pusher[];
}

export interface Memory {
  readonly ingress: number;
  readonly ledger: number;
}

export interface PushFigures {
  readonly cases: Readonly<Partial<Record<PushCase['key'], CaseFigures>>>;
  /** Resident megabytes after the first pushes and after the last. */
  readonly memoryBefore: Memory;
  readonly memoryAfter: Memory;
  /** Pushes between the two. */
  readonly pushes: number;
  /** Of all pushes, the first ones included. */
  readonly errors: readonly string[];
}

const MOST_REQUESTS_A_CASE = 1_000_000;
const FIRST_PUSHES_MS = 60_000;
const QUICK_FIRST_PUSHES_MS = 3_000;

export async function measurePushes(
  bench: PushBench,
  settings: BenchmarkSettings,
  progress: Progress,
): Promise<PushFigures> {
  const { generator, pids, ports, pushers } = bench;
  const watched = { generator, pids, ledgerPort: ports.PIPELINE_PORT };
  const measure = (name: string, order: Omit<LoadOrder, 'port'>): Promise<CaseFigures> =>
    progress.step(name, measureCase(name, { port: ports.INGRESS_PORT, ...order }, watched), (figures) =>
      [`${name}: ${rate(figures.perSecond)}, ${span(figures)}`, ...errorLines(figures)].join('\n'),
    );

  const first = await measure('first pushes', firstPushes(pushers, settings));
  const memoryBefore = memoryOf(pids);
  const cases: Partial<Record<PushCase['key'], CaseFigures>> = {};
  for (const { key, name, shape, businesses } of casesFor(settings)) {
    const limits = {
      warmUpMs: settings.quick ? 1_000 : 2_000,
      measureMs: settings.seconds * 1_000,
      maxRequests: MOST_REQUESTS_A_CASE,
    };
    cases[key] = await measure(name, { pushers: pushers.slice(0, businesses), shape, limits });
  }
  const pushes = Object.values(cases).reduce((sum, figures) => sum + figures.sent, 0);
  const errors = [first, ...Object.values(cases)].flatMap(errorLines);
  return { cases, memoryBefore, memoryAfter: memoryOf(pids), pushes, errors };
}

/**
 * One push for each recipient. Without it the first case alone would make new recipients, and no two cases would do
 * the same work; it also is the warm-up of services that have just started.
 */
function firstPushes(
  pushers: readonly Pusher[],
  { quick, profileFolder }: BenchmarkSettings,
): Omit<LoadOrder, 'port'> {
  const maxRequests = pushers.length * RECIPIENTS_PER_BUSINESS;
  const measureMs = quick || profileFolder !== undefined ? QUICK_FIRST_PUSHES_MS : FIRST_PUSHES_MS;
  return {
    pushers,
    shape: { kind: 'closed', connections: 256 },
    limits: { warmUpMs: 0, measureMs, maxRequests },
  };
}

function memoryOf({ ingress, ledger }: PushBench['pids']): Memory {
  return { ingress: residentMegabytes(ingress), ledger: residentMegabytes(ledger) };
}
