import { cpus, loadavg, totalmem, type } from 'node:os';

/** Describes the machine, and its load before the start, for the report. */
export function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const load = loadavg()[0]!.toFixed(1);
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${when} UTC, ${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GB, ${type()}, Node ${process.versions.node}, load before the start ${load}`;
}
