import { localParts, type LocalPart } from '../services/local/local-parts';
import type { Part } from '../services/local/parts/part';
import type { Ports } from '../services/local/ports';
import type { Progress } from '../services/local/progress';

/** The servers of one run, keyed by the variable with their URL for the services. */
export type Servers = Readonly<Record<LocalPart['variable'], Part>>;

/**
 * Starts Kafka without the quick-start option of the tests, which makes it slower under load, and with a longer
 * session, so that it does not lose its partitions when the machine stalls.
 */
export async function startServers(home: string, ports: Ports, progress: Progress): Promise<Servers> {
  const starts = localParts(home, ports, { sessionTimeoutMs: 60_000 }).map(async (part) => {
    const started = await progress.step(part.label, part.start(), ({ title }) => `${title} is ready`);
    return [part.variable, started] as const;
  });
  // Waits for all, even if one fails, because a start in progress cannot be undone.
  const outcomes = await Promise.allSettled(starts);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return Object.fromEntries(await Promise.all(starts)) as Servers;
}
