import { benchOnServers, type Bench } from '../bench';
import type { Benchmark } from '../benchmark';
import { firstPushes } from '../load/first-pushes';
import { PLAIN_PUSHES, type LoadOrder } from '../load/load-order';
import { startPushing, type Pushing } from '../load/pushing';
import { driveLoad } from '../measure/drive-load';
import { errorLines, rate, span } from '../measure/texts';
import { takeUsage, usageFigures } from '../measure/usage-figures';
import { serviceStarter } from '../services';
import { BUSINESSES, batchCases, type BatchCase, type BatchFigures } from './cases';
import { reportOf } from './report';

export const batchBenchmark: Benchmark = {
  name: 'batch',
  doc: 'pushes in batches of 100, against single ones in the same run',
  run: (settings, progress) =>
    benchOnServers(settings, progress, async (bench) =>
      reportOf({ machine: bench.machine, cases: await measureAll(bench) }),
    ),
};

const MOST_REQUESTS_A_CASE = 1_000_000;

/** Measures single pushes before and after the batches, because the load of the machine may change in between. */
async function measureAll(bench: Bench): Promise<BatchFigures[]> {
  const { settings, progress, ports } = bench;
  const newBusinesses = Array.from({ length: BUSINESSES }, () => ({}));
  const pushing = await startPushing(bench, serviceStarter(bench), newBusinesses);
  const { generator, pushers } = pushing;
  const first = { port: ports.INGRESS_PORT, ...firstPushes(pushers, settings) };
  await progress.step(
    'first pushes',
    driveLoad(generator, first, () => undefined),
    ({ result }) => `first pushes: ${result.sent}`,
  );
  const figures: BatchFigures[] = [];
  for (const one of batchCases) {
    figures.push(
      await progress.step(one.name, measureOne(bench, pushing, one), (measured) =>
        [`${one.name}: ${rate(measured.pushesPerSecond)}, ${span(measured)}`, ...errorLines(measured)].join(
          '\n',
        ),
      ),
    );
  }
  await pushing.stop();
  return figures;
}

async function measureOne(
  { settings, ports }: Bench,
  { generator, pushers, pids }: Pushing,
  { name, inBatchesOf, connections }: BatchCase,
): Promise<BatchFigures> {
  const order: LoadOrder = {
    port: ports.INGRESS_PORT,
    pushers,
    content: { ...PLAIN_PUSHES, inBatchesOf },
    shape: { kind: 'closed', connections },
    limits: {
      warmUpMs: settings.quick ? 1_000 : 2_000,
      measureMs: settings.seconds * 1_000,
      maxRequests: MOST_REQUESTS_A_CASE,
    },
  };
  const watched = { ...pids, 'load generator': generator.pid };
  const { result, before, after } = await driveLoad(generator, order, () => takeUsage(watched));
  return {
    name,
    inBatchesOf,
    ...result,
    pushesPerSecond: result.perSecond * inBatchesOf,
    ...usageFigures(before, after, result.accepted * inBatchesOf),
  };
}
