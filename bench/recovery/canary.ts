import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pusher } from '../businesses';

export const QUICK_MS = 1_500;
const EVERY_MS = 1_000;
/** Longer than a push waits for its response. */
const LONGEST_MS = 20_000;
/** This many quick pushes in a row show that the fault is over. */
const IN_A_ROW = 3;
const POLL_MS = 50;

interface Probe {
  readonly sentAtMs: number;
  /** Undefined while the push waits for its response. */
  answeredAtMs?: number;
  isAccepted?: boolean;
}

/** Makes one push a second, even if the last is unanswered. The businesses take turns, so every partition is tried. */
export class Canary {
  private readonly probes: Probe[] = [];
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  constructor(
    private readonly ingressUrl: string,
    private readonly pushers: readonly Pusher[],
  ) {
    this.running = this.run();
  }

  /**
   * Returns when pushes became quick again: the time of the response to the first of them, or the given time if none
   * was slow. Undefined if pushes are still slow after `withinMs`.
   */
  async quickAgain(sinceMs: number, withinMs: number): Promise<number | undefined> {
    while (performance.now() < sinceMs + withinMs) {
      const probes = this.probes.filter(({ sentAtMs }) => sentAtMs >= sinceMs);
      const firstQuick = probes.findLastIndex((probe) => !isQuick(probe) && !isUnderWay(probe)) + 1;
      const quick = probes.slice(firstQuick).filter(isQuick);
      if (quick.length >= IN_A_ROW) return firstQuick === 0 ? sinceMs : quick[0]?.answeredAtMs;
      await delay(POLL_MS);
    }
    return undefined;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const under: Promise<void>[] = [];
    while (!this.stopping.signal.aborted) {
      under.push(this.push());
      await delay(EVERY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
    await Promise.all(under);
  }

  private async push(): Promise<void> {
    const { apiKey } = this.pushers[this.probes.length % this.pushers.length]!;
    const probe: Probe = { sentAtMs: performance.now() };
    this.probes.push(probe);
    const answer = fetch(`${this.ingressUrl}/api/v1/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({
        recipient_email: `customer-${this.probes.length}@shop.example`,
        subject: 'Your order is on its way',
        body: 'It should reach you tomorrow.',
      }),
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    probe.isAccepted = await answer.then(
      async (response) => (await response.text()) !== '' && response.status === 201,
      () => false,
    );
    probe.answeredAtMs = performance.now();
  }
}

function isQuick({ sentAtMs, answeredAtMs = Number.POSITIVE_INFINITY, isAccepted = false }: Probe): boolean {
  return isAccepted && answeredAtMs - sentAtMs < QUICK_MS;
}

/** True if the push is unanswered but may still be quick. */
function isUnderWay({ sentAtMs, answeredAtMs }: Probe): boolean {
  return answeredAtMs === undefined && performance.now() - sentAtMs < QUICK_MS;
}
