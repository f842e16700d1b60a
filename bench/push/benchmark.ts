import { mkdirSync } from 'node:fs';
import { freePorts, type Ports } from '../../services/local/ports';
import type { Progress } from '../../services/local/progress';
import type { Benchmark, BenchmarkSettings } from '../benchmark';
import { createBusinesses, type Pusher } from '../businesses';
import { openHome } from '../home';
import { HelperProcess } from '../measure/helper-process';
import { startServers, type Servers } from '../servers';
import { addressOf, OPERATOR_TOKEN, serviceStarter, type ServiceStarter } from '../services';
import { BUSINESSES } from './cases';
import { describeMachine } from './machine';
import { measureFloor, type FloorFigures } from './measure-floor';
import { measurePushes, type PushFigures } from './measure-pushes';
import { reportOf } from './report';

export const pushBenchmark: Benchmark = {
  name: 'push',
  doc: 'pushes accepted by ingress and ledger, against what the log and the database can do at all',
  async run(settings, progress) {
    const home = await openHome();
    try {
      const machine = describeMachine();
      const ports = await freePorts();
      const servers = await startServers(home.path, ports, progress);
      const figures = await measureAll({ settings, progress, home: home.path, ports, servers });
      progress.line(reportOf({ ...figures, machine }));
    } finally {
      await progress.step('stopping', home.close(), () => 'Everything is stopped and removed');
    }
  },
};

interface Bench {
  readonly settings: BenchmarkSettings;
  readonly progress: Progress;
  readonly home: string;
  readonly ports: Ports;
  readonly servers: Servers;
}

interface AllFigures {
  readonly floors: readonly FloorFigures[];
  readonly pushes: PushFigures;
}

/** The floor is measured before and after, for the machine may not be as quiet then as it was before. */
async function measureAll(bench: Bench): Promise<AllFigures> {
  const { settings, progress, home, ports, servers } = bench;
  const profiling = settings.profileFolder !== undefined;
  const floor = (when: string): Promise<FloorFigures> =>
    measureFloor({ home, servers, settings, progress }, when);

  const before = profiling ? [] : [await floor('before')];
  if (settings.profileFolder !== undefined) mkdirSync(settings.profileFolder, { recursive: true });
  const start = serviceStarter({ home, ports, servers, profileFolder: settings.profileFolder });
  await progress.step('setup', start.setUp(), () => 'Database, topics and schemas are set up');
  const ledger = await progress.step('ledger', start.ledger(), () => 'ledger is ready');
  const pushers = await makeBusinesses(start, ports, progress);
  const ingress = await progress.step('ingress', start.ingress(), () => 'ingress is ready');
  const generator = HelperProcess.start(require.resolve('./load-generator'));
  const pids = {
    ingress: ingress.pid,
    ledger: ledger.pid,
    Postgres: servers.DATABASE_URL.pid,
    Kafka: servers.KAFKA_BROKERS.pid,
    Redis: servers.REDIS_URL.pid,
  };
  const pushes = await measurePushes({ generator, pids, ports, pushers }, settings, progress);
  await generator.stop();
  await Promise.all([ingress.stop(), ledger.stop()]);
  const after = profiling ? [] : [await floor('after')];
  return { floors: [...before, ...after], pushes };
}

/** The console is gone before the measurement: as long as it runs, it has a share of the replies' partitions. */
async function makeBusinesses(start: ServiceStarter, ports: Ports, progress: Progress): Promise<Pusher[]> {
  const service = await progress.step('console', start.console(), () => 'console is ready');
  const making = createBusinesses(addressOf(ports.CONSOLE_PORT), OPERATOR_TOKEN, BUSINESSES);
  const pushers = await progress.step('businesses', making, () => `${BUSINESSES} businesses are made`);
  await service.stop();
  return pushers;
}
