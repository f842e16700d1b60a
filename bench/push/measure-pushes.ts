import type { Ports } from '../../services/local/ports';
import type { Progress } from '../../services/local/progress';
import type { BenchmarkSettings } from '../benchmark';
import type { Pusher } from '../businesses';
import type { HelperProcess } from '../measure/helper-process';
import { residentMegabytes } from '../measure/process-usage';
import { casesFor, type PushCase } from './cases';
import { firstPushes } from '../load/first-pushes';
import { PLAIN_PUSHES, type LoadOrder } from '../load/load-order';
import { measureCase, type CaseFigures } from './measure-case';
import { errorLines, rate, span } from '../measure/texts';

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
  /** Errors of all pushes, including the first ones. */
  readonly errors: readonly string[];
}

const MOST_REQUESTS_A_CASE = 1_000_000;
/** Memory is watched over this many pushes: half of them before the cases, the rest after them. */
const WATCHED_PUSHES = 100_000;
const LONGEST_MS = 60_000;

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
  const isWhole = !settings.quick && settings.profileFolder === undefined;
  const watchedFor = (name: string, count: number): Promise<CaseFigures> =>
    measure(name, asFastAsItGoes(pushers, count));
  // The JIT compiler of a broker is busy for minutes, and uses a third of its CPU time.
  const before = isWhole ? [await watchedFor('before the cases', WATCHED_PUSHES / 2)] : [];
  const cases: Partial<Record<PushCase['key'], CaseFigures>> = {};
  for (const { key, name, shape, businesses } of casesFor(settings)) {
    const limits = {
      warmUpMs: settings.quick ? 1_000 : 2_000,
      measureMs: settings.seconds * 1_000,
      maxRequests: MOST_REQUESTS_A_CASE,
    };
    cases[key] = await measure(name, {
      pushers: pushers.slice(0, businesses),
      content: PLAIN_PUSHES,
      shape,
      limits,
    });
  }
  const measured = [...before, ...Object.values(cases)];
  const rest = WATCHED_PUSHES - sentIn(measured);
  if (isWhole && rest > 0) measured.push(await watchedFor(`the rest of ${WATCHED_PUSHES}`, rest));
  const errors = [first, ...measured].flatMap(errorLines);
  return { cases, memoryBefore, memoryAfter: memoryOf(pids), pushes: sentIn(measured), errors };
}

function sentIn(cases: readonly CaseFigures[]): number {
  return cases.reduce((sum, { sent }) => sum + sent, 0);
}

function asFastAsItGoes(pushers: readonly Pusher[], count: number): Omit<LoadOrder, 'port'> {
  const limits = { warmUpMs: 0, measureMs: LONGEST_MS, maxRequests: count };
  return { pushers, content: PLAIN_PUSHES, shape: { kind: 'closed', connections: 512 }, limits };
}

function memoryOf({ ingress, ledger }: PushBench['pids']): Memory {
  return { ingress: residentMegabytes(ingress), ledger: residentMegabytes(ledger) };
}
