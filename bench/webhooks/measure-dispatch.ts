import { setTimeout as delay } from 'node:timers/promises';
import { percentilesOf, type Percentiles } from '../measure/percentiles';
import { takeUsage, usageFigures, type UsageFigures } from '../measure/usage-figures';
import type { EventSource } from './event-source';
import type { Merchant } from './merchants';
import type { Receipt, Sink } from './sink';

/** Many events at once. */
export interface FloodFigures extends UsageFigures {
  readonly name: string;
  /** For the endpoints that answer: the number of events for them, and how many arrived. */
  readonly wanted: number;
  readonly arrived: number;
  /** From the first arrival to the last. */
  readonly perSecond: number;
  /** The rate of the endpoints that answer in every case, to compare the cases. */
  readonly alwaysHealthyPerSecond: number;
}

export interface DispatchCase {
  readonly name: string;
  readonly merchants: readonly Merchant[];
  readonly hanging: readonly number[];
  /** The endpoints that hang in one of the cases, which are left out of the comparison. */
  readonly sometimesHanging: ReadonlySet<number>;
  readonly eventsPerMerchant: number;
}

export interface DispatchBench {
  readonly sink: Sink;
  readonly source: EventSource;
  readonly pids: Readonly<Record<string, number>>;
  readonly seconds: number;
}

const FLOOD_MS = 120_000;
const LAST_MS = 15_000;
const TICK_MS = 50;
/** Rows per statement. */
const AT_A_TIME = 1_000;

/** Opens connections and warms up code, for which otherwise the first case alone would pay. */
export async function warmUp(bench: DispatchBench, one: DispatchCase): Promise<void> {
  await bench.sink.received(await flood(bench, { ...one, hanging: [] }), FLOOD_MS);
  await bench.sink.take();
}

export async function measureFlood(bench: DispatchBench, one: DispatchCase): Promise<FloodFigures> {
  const { sink, pids } = bench;
  await sink.hang(one.hanging);
  const before = takeUsage(pids);
  const wanted = await flood(bench, one);
  await sink.received(wanted, FLOOD_MS);
  const after = takeUsage(pids);
  const receipts = await sink.take();
  const compared = receipts.filter(({ endpoint }) => !one.sometimesHanging.has(endpoint));
  return {
    name: one.name,
    wanted,
    arrived: receipts.length,
    perSecond: rateOf(receipts),
    alwaysHealthyPerSecond: rateOf(compared),
    ...usageFigures(before, after, receipts.length),
  };
}

/** Returns how many webhooks have to arrive. */
async function flood({ source }: DispatchBench, one: DispatchCase): Promise<number> {
  const ids = Array.from({ length: one.eventsPerMerchant }, () => one.merchants.map(idOf)).flat();
  for (let from = 0; from < ids.length; from += AT_A_TIME) {
    await source.emit(ids.slice(from, from + AT_A_TIME));
  }
  return one.eventsPerMerchant * (endpointsOf(one).length - one.hanging.length);
}

/**
 * Measures the delay from the row and record of an event until its webhook arrives, at this total rate of webhooks.
 * Each endpoint of a merchant receives all its events.
 */
export async function measureDelay(
  { source, sink, seconds }: DispatchBench,
  one: DispatchCase,
  webhooksPerSecond: number,
): Promise<Percentiles> {
  const perSecond = webhooksPerSecond / endpointsOf(one).length;
  const startedAt = performance.now();
  const happenedAt = new Map<string, number>();
  let events = 0;
  for (let passedMs = 0; passedMs < seconds * 1_000; passedMs = performance.now() - startedAt) {
    const due = Math.floor(((passedMs + TICK_MS) / 1_000) * perSecond * one.merchants.length) - events;
    const ids = Array.from({ length: due }, (_, place) =>
      idOf(one.merchants[(events + place) % one.merchants.length]!),
    );
    if (ids.length > 0) {
      const { eventIds, atMs } = await source.emit(ids);
      for (const id of eventIds) happenedAt.set(id, atMs);
      events += ids.length;
    }
    await delay(TICK_MS);
  }
  const answering = (endpointsOf(one).length - one.hanging.length) / one.merchants.length;
  await sink.received(Math.floor(events * answering), LAST_MS);
  const receipts = await sink.take();
  return percentilesOf(
    receipts.flatMap(({ eventId, atMs }) => {
      const at = happenedAt.get(eventId);
      return at === undefined ? [] : [Math.max(0, atMs - at)];
    }),
  );
}

function endpointsOf({ merchants }: DispatchCase): number[] {
  return merchants.flatMap(({ endpoints }) => endpoints);
}

function idOf({ businessId }: Merchant): string {
  return businessId;
}

function rateOf(receipts: readonly Receipt[]): number {
  const [first, last] = [receipts[0], receipts[receipts.length - 1]];
  return first === undefined || last === undefined
    ? Number.NaN
    : ((receipts.length - 1) * 1_000) / (last.atMs - first.atMs);
}
