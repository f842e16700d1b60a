import { benchOnServers, type Bench } from '../bench';
import type { Benchmark } from '../benchmark';
import { measureInserts, type InsertFloor } from '../floor/inserts';
import { rate } from '../measure/texts';
import { openDelivery } from './delivery';
import type { DeliveryFigures } from './figures';
import { measureChain, tenthOf } from './measure-chain';
import { measureSenders } from './measure-senders';
import { measureStorm } from './measure-storm';
import { measureTimers } from './measure-timers';
import { reportOf } from './report';

export const deliveryBenchmark: Benchmark = {
  name: 'delivery',
  doc: 'nudges from the push to the provider, the timers, and deadlines that all come at once',
  run: (settings, progress) =>
    benchOnServers(settings, progress, async (bench) => reportOf(await measureAll(bench))),
};

/** Measures the floor before and after, because the load of the machine may change in between. */
async function measureAll(bench: Bench): Promise<DeliveryFigures> {
  const before = await floor(bench, 'before');
  const delivery = await openDelivery(bench);
  const senders = await measureSenders(delivery);
  const chain = await measureChain(delivery);
  const { figures, timers } = await measureTimers(delivery);
  const storm = await measureStorm(delivery, tenthOf(chain[0]));
  await timers.stop();
  await delivery.stop();
  const after = await floor(bench, 'after');
  return { machine: bench.machine, floors: [before, after], senders, chain, timers: figures, storm };
}

async function floor({ home, servers, settings, progress }: Bench, when: string): Promise<InsertFloor> {
  const inserting = measureInserts(home, servers.DATABASE_URL.url, settings.seconds);
  return progress.step(
    'inserts',
    inserting,
    (result) => `floor ${when}: one-row inserts ${rate(result.perSecond)} (${result.measuredBy})`,
  );
}
