import { pushAndNote, tracedPushes, type NotedLoad } from '../load/push-and-note';
import type { LoadShape } from '../load/load-order';
import { percentilesOf, type Percentiles } from '../measure/percentiles';
import { errorLines, rate, span } from '../measure/texts';
import { takeUsage, usageFigures, type UsageFigures, type UsageReading } from '../measure/usage-figures';
import type { Submitted } from '../provider/submissions';
import { SENDERS, type Delivery } from './delivery';

/** Emails from the push to the provider, under one load. */
export interface ChainFigures extends UsageFigures {
  readonly name: string;
  readonly acceptedPerSecond: number;
  /** While pushes kept coming: what is submitted after them had the machine to itself. */
  readonly submittedPerSecond: number;
  /** From the answer to the push until the provider had the whole mail. */
  readonly delay: Percentiles;
  /** Accepted and not submitted within the time: 0, or something is wrong. */
  readonly missing: number;
  readonly errors: readonly string[];
}

const DRAIN_MS = 60_000;

/** Full load first, for a tenth of it is only known then. */
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
 * The broker and the services translate what they do often into machine code, for most of a minute: an email took 9.4 ms of
 * CPU in the first ten seconds and 5.0 in the eighth.
 */
const WARM_UP_ROUNDS = 3;

async function warmUp(delivery: Delivery, shape: LoadShape): Promise<void> {
  const rounds = delivery.bench.settings.quick ? 1 : WARM_UP_ROUNDS;
  for (let round = 0; round < rounds; round += 1) await measureLoad(delivery, 'warm-up', shape);
}

/** What the benchmarks of this service take for an ordinary load. */
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
  /** In the time that other processes have too. */
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
      // A submission may overtake the answer to its push.
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
