import { pushAndNote, tracedPushes, type NotedLoad } from '../load/push-and-note';
import type { LoadShape } from '../load/load-order';
import { percentilesOf, type Percentiles } from '../measure/percentiles';
import { errorLines, rate, span } from '../measure/texts';
import { takeUsage, usageFigures, type UsageFigures, type UsageReading } from '../measure/usage-figures';
import type { Submitted } from '../provider/submissions';
import { SENDERS, type Delivery } from './delivery';

/** The way of emails from push to provider, under one load. */
export interface ChainFigures extends UsageFigures {
  readonly name: string;
  readonly acceptedPerSecond: number;
  /** Counted only during the pushes, because later submissions had the machine to themselves. */
  readonly submittedPerSecond: number;
  /** From the response to the push until the provider had received the whole email. */
  readonly delay: Percentiles;
  /** Accepted but not submitted in time: 0, or something is wrong. */
  readonly missing: number;
  readonly errors: readonly string[];
}

const DRAIN_MS = 60_000;

/** Measures full load first, because the second load is a tenth of the result. */
export async function measureChain(
  delivery: Delivery,
): Promise<readonly [full: ChainFigures, tenth: ChainFigures]> {
  const { progress } = delivery.bench;
  const starting = delivery.start.pipeline(SENDERS.email, delivery.senderPorts[0]);
  const sender = await progress.step('email sender', starting, () => 'email sender is ready');
  const watched = { ...delivery, pids: { ...delivery.pids, 'email sender': sender.pid } };
  const measure = (name: string, shape: LoadShape): Promise<ChainFigures> =>
    progress.step(name, measureLoad(watched, name, shape), (figures) =>
      [
        `${name}: ${rate(figures.submittedPerSecond)} submitted, delay ${span(figures.delay)}`,
        ...figures.errors,
      ].join('\n'),
    );
  const all: LoadShape = { kind: 'closed', connections: 64 };
  await progress.step('warm-up', warmUp(watched, all), () => 'everything has run for a while');
  const full = await measure('full load, 64 connections', all);
  const perSecond = tenthOf(full);
  const tenth = await measure(`a tenth of it, ${perSecond}/s offered`, { kind: 'open', perSecond });
  await sender.stop();
  return [full, tenth];
}

/**
 * The broker and the services compile their hot code for most of a minute: an email took 9.4 ms of CPU in the first ten
 * seconds and 5.0 ms in the eighth.
 */
const WARM_UP_ROUNDS = 3;

async function warmUp(delivery: Delivery, shape: LoadShape): Promise<void> {
  const rounds = delivery.bench.settings.quick ? 1 : WARM_UP_ROUNDS;
  for (let round = 0; round < rounds; round += 1) await measureLoad(delivery, 'warm-up', shape);
}

/** The load that the benchmarks count as ordinary. */
export function tenthOf({ submittedPerSecond }: Pick<ChainFigures, 'submittedPerSecond'>): number {
  return Math.max(1, Math.round(submittedPerSecond / 10));
}

async function measureLoad(delivery: Delivery, name: string, shape: LoadShape): Promise<ChainFigures> {
  const { provider, generator, bench, shops, pids } = delivery;
  await provider.take();
  const order = tracedPushes(bench, shops, shape);
  const watched = { ...pids, 'load generator': generator.pid };
  const load = await pushAndNote(generator, order, () => ({
    ...takeUsage(watched),
    realMs: performance.timeOrigin + performance.now(),
  }));
  await provider.hasReceived('email', load.accepted.length, DRAIN_MS);
  return { name, ...figuresOf(load, (await provider.take()).email) };
}

interface Reading extends UsageReading {
  /** In real time, which other processes share. */
  readonly realMs: number;
}

function figuresOf(load: NotedLoad<Reading>, submitted: readonly Submitted[]): Omit<ChainFigures, 'name'> {
  const { result, before, after, accepted } = load;
  const isMeasured = (atMs: number): boolean => atMs >= before.realMs && atMs < after.realMs;
  const submittedAt = new Map(submitted);
  const delays = accepted
    .filter(({ atMs }) => isMeasured(atMs))
    .flatMap(({ number, atMs }) => {
      const at = submittedAt.get(number);
      // A submission may arrive before the response to its push.
      return at === undefined ? [] : [Math.max(0, at - atMs)];
    });
  const measured = submitted.filter(([, atMs]) => isMeasured(atMs)).length;
  return {
    acceptedPerSecond: result.perSecond,
    submittedPerSecond: (measured * 1_000) / (after.realMs - before.realMs),
    delay: percentilesOf(delays),
    missing: accepted.filter(({ number }) => !submittedAt.has(number)).length,
    errors: errorLines(result),
    ...usageFigures(before, after, measured),
  };
}
