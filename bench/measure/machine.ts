import { cpus, loadavg, totalmem, type } from 'node:os';

/** What the figures were measured on, and how busy it was already. */
export function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const load = loadavg()[0]!.toFixed(1);
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${when} UTC, ${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GB, ${type()}, Node ${process.versions.node}, load before the start ${load}`;
}
