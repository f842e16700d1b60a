import { freePorts, type Ports } from '../services/local/ports';
import type { Progress } from '../services/local/progress';
import type { BenchmarkSettings } from './benchmark';
import { openHome } from './home';
import { describeMachine } from './measure/machine';
import { startServers, type Servers } from './servers';

/** The servers, ports and settings of one run of a benchmark. */
export interface Bench {
  readonly settings: BenchmarkSettings;
  readonly progress: Progress;
  readonly home: string;
  readonly ports: Ports;
  readonly servers: Servers;
  /** Describes the machine and its load before the run. */
  readonly machine: string;
}

/** Starts servers for this run alone, measures, prints the report, and stops everything even after an error. */
export async function benchOnServers(
  settings: BenchmarkSettings,
  progress: Progress,
  measure: (bench: Bench) => Promise<string>,
): Promise<void> {
  const home = await openHome();
  try {
    const machine = describeMachine();
    const ports = await freePorts();
    const servers = await startServers(home.path, ports, progress);
    progress.line(await measure({ settings, progress, home: home.path, ports, servers, machine }));
  } finally {
    await progress.step('stopping', home.close(), () => 'Everything is stopped and removed');
  }
}
