import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from '../../services/local/child';
import { percentilesOf, type Percentiles } from '../measure/percentiles';
import { residentMegabytes } from '../measure/process-usage';
import { rate, span } from '../measure/texts';
import type { Delivery } from './delivery';
import { FiredTimers, type FiredTimer } from './fired-timers';
import { announceTimers, insertTimers, type GivenTimers } from './stored-timers';

export interface TimerFigures {
  readonly pending: number;
  /** Memory of a process that has just opened the table: with an empty table, and with all timers pending. */
  readonly memoryBefore: number;
  readonly memoryAfter: number;
  readonly steady: FiringFigures;
  readonly burst: FiringFigures;
}

export interface FiringFigures {
  readonly name: string;
  readonly wanted: number;
  readonly fired: number;
  /** From the time at which the first timer was due until the last one was in the log. */
  readonly perSecond: number;
  readonly lateness: Percentiles;
}

const PENDING = 1_000_000;
const SETTLE_MS = 3_000;
const FIRING_MS = 60_000;
const DAY_MS = 86_400_000;

/** Also returns the timers process, which keeps running. */
export async function measureTimers(delivery: Delivery): Promise<{ figures: TimerFigures; timers: Child }> {
  const { bench } = delivery;
  const { progress, settings } = bench;
  const first = await startTimers(delivery, 'with an empty table');
  const memoryBefore = residentMegabytes(first.pid);
  await first.stop();
  const far = { name: 'far', count: PENDING, firstDueAtMs: Date.now() + 30 * DAY_MS, everyMs: 1_000 };
  const inserting = insertTimers(delivery, far).then(() => delivery.database.query(ANALYZE, []));
  await progress.step('a million timers', inserting, () => 'a million timers are pending');
  const timers = await startTimers(delivery, 'with a million pending');
  const memoryAfter = residentMegabytes(timers.pid);

  const watch = await FiredTimers.watch(bench.servers);
  const fire = (given: Omit<GivenTimers, 'firstDueAtMs'>, title: string): Promise<FiringFigures> =>
    progress.step(
      title,
      measureFiring(delivery, watch, given, title),
      ({ perSecond, lateness }) => `${title}: ${rate(perSecond)}, late by ${span(lateness)}`,
    );
  const steadily = settings.quick ? 600 : 2_000;
  const steady = await fire(
    { name: 'steady', count: steadily, everyMs: 5 },
    `${steadily} timers, 200 a second`,
  );
  const atOnce = settings.quick ? 4_000 : 20_000;
  const burst = await fire({ name: 'burst', count: atOnce, everyMs: 0 }, `${atOnce} timers, due at once`);
  await watch.close();
  return { figures: { pending: PENDING, memoryBefore, memoryAfter, steady, burst }, timers };
}

/** Leaves time for a garbage collection after the start. */
async function startTimers({ start, bench }: Delivery, how: string): Promise<Child> {
  const starting = start.pipeline('timers', bench.ports.TIMERS_PORT);
  const timers = await bench.progress.step('timers', starting, () => `timers are ready, ${how}`);
  await delay(SETTLE_MS);
  return timers;
}

async function measureFiring(
  delivery: Delivery,
  watch: FiredTimers,
  given: Omit<GivenTimers, 'firstDueAtMs'>,
  name: string,
): Promise<FiringFigures> {
  // Late enough for all timers to be in the table and announced.
  const firstDueAtMs = Date.now() + 2_000 + given.count / 5;
  const timers = { ...given, firstDueAtMs };
  await insertTimers(delivery, timers);
  await announceTimers(delivery, timers);
  if (Date.now() > firstDueAtMs) throw new Error('the timers were due before they were announced');
  const fired = await watch.take(given.count, firstDueAtMs - Date.now() + FIRING_MS);
  return { name, wanted: given.count, ...firingFigures(fired, firstDueAtMs) };
}

function firingFigures(
  fired: readonly FiredTimer[],
  firstDueAtMs: number,
): Pick<FiringFigures, 'fired' | 'perSecond' | 'lateness'> {
  const lastAt = fired[fired.length - 1]?.firedAtMs ?? Number.NaN;
  return {
    fired: fired.length,
    perSecond: (fired.length * 1_000) / (lastAt - firstDueAtMs),
    lateness: percentilesOf(fired.map(({ dueAtMs, firedAtMs }) => firedAtMs - dueAtMs)),
  };
}

/** Otherwise ledger and timers would use query plans for an empty table until autovacuum analyzes it. */
const ANALYZE = { name: 'benchmark-analyze', text: 'ANALYZE timers' };
