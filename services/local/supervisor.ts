import { setTimeout as delay } from 'node:timers/promises';
import { logTail, type Child } from './child';

const deathsAllowed = 5;
const periodMs = 60_000;
const longestPauseMs = 8_000;

/** What a supervisor reports about the processes that it keeps running. */
export interface SupervisorEvents {
  died(name: string, how: string, pauseMs: number): void;
  restarted(name: string): void;
  gaveUp(error: Error): void;
}

export interface Supervisor {
  /** Starts a process, and restarts it each time it dies. Only the first start may fail. */
  keep<T extends Child>(start: () => Promise<T>): Promise<T>;
  pids(): Record<string, number>;
  /** Stops supervising: ends are expected and nothing is started. Resolves when no start is in progress. */
  letGo(): Promise<void>;
}

export function createSupervisor(events: SupervisorEvents): Supervisor {
  const running = new Map<string, Child>();
  const starting = new Set<Promise<Child>>();
  const lettingGo = new AbortController();

  async function begin<T extends Child>(start: () => Promise<T>): Promise<T> {
    lettingGo.signal.throwIfAborted();
    const started = start();
    starting.add(started);
    try {
      const child = await started;
      running.set(child.name, child);
      return child;
    } finally {
      starting.delete(started);
    }
  }

  async function watch(first: Child, start: () => Promise<Child>): Promise<void> {
    const { name, logFile } = first;
    const deaths: number[] = [];
    for (let child: Child | undefined = first; ; child = await begin(start).catch(() => undefined)) {
      if (child !== undefined && child !== first) events.restarted(name);
      const how = (await child?.exited) ?? 'did not start';
      if (lettingGo.signal.aborted) return;
      running.delete(name);
      deaths.push(Date.now());
      const recent = deaths.filter((at) => at > Date.now() - periodMs).length;
      if (recent >= deathsAllowed) {
        events.gaveUp(new Error(`${name} died ${recent} times within a minute.\n${logTail(logFile)}`));
        return;
      }
      const pauseMs = Math.min(250 * 2 ** recent, longestPauseMs);
      events.died(name, how, pauseMs);
      await delay(pauseMs, undefined, { signal: lettingGo.signal }).catch(() => undefined);
    }
  }

  return {
    async keep(start) {
      const first = await begin(start);
      void watch(first, start);
      return first;
    },
    pids: () => Object.fromEntries([...running].map(([name, child]) => [name, child.pid])),
    async letGo() {
      lettingGo.abort();
      await Promise.allSettled(starting);
    },
  };
}
