import { benchOnServers, type Bench } from '../bench';
import type { Benchmark } from '../benchmark';
import { startPushing } from '../load/pushing';
import { serviceStarter } from '../services';
import { BUSINESSES } from './cases';
import { measureFloor, type FloorFigures } from './measure-floor';
import { measurePushes, type PushFigures } from './measure-pushes';
import { reportOf } from './report';

export const pushBenchmark: Benchmark = {
  name: 'push',
  doc: 'pushes accepted by ingress and ledger, against what the log and the database can do at all',
  run: (settings, progress) =>
    benchOnServers(settings, progress, async (bench) =>
      reportOf({ ...(await measureAll(bench)), machine: bench.machine }),
    ),
};

const NO_WISHES = Array.from({ length: BUSINESSES }, () => ({}));

interface AllFigures {
  readonly floors: readonly FloorFigures[];
  readonly pushes: PushFigures;
}

/** Measures the floor before and after, because the load of the machine may change in between. */
async function measureAll(bench: Bench): Promise<AllFigures> {
  const { settings, progress, ports } = bench;
  const profiling = settings.profileFolder !== undefined;
  const floor = (when: string): Promise<FloorFigures> => measureFloor(bench, when);

  const before = profiling ? [] : [await floor('before')];
  const pushing = await startPushing(bench, serviceStarter(bench), NO_WISHES);
  const pushes = await measurePushes({ ...pushing, ports }, settings, progress);
  await pushing.stop();
  const after = profiling ? [] : [await floor('after')];
  return { floors: [...before, ...after], pushes };
}
