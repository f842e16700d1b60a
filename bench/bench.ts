import { cpus, loadavg, totalmem, type } from 'node:os';
import { freePorts, type Ports } from '../services/local/ports';
import type { Progress } from '../services/local/progress';
import type { BenchmarkSettings } from './benchmark';
import { openHome } from './home';
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

function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const load = loadavg()[0]!.toFixed(1);
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const machine = `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GB, ${type()}`;
  return `${when} UTC, ${machine}, Node ${process.versions.node}, load before the start ${load}`;
}
