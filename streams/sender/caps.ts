import type { Count, Verdict } from './verdict';

/** A send that every gate lets through, and whose caps are asked last (D3). */
export interface Candidate {
  readonly businessId: string;
  readonly verdict: Verdict;
  /** An earlier attempt of the send was counted. */
  readonly isCounted: boolean;
}

export interface Counter {
  readonly businessId: string;
  readonly counter: string;
  readonly period: string;
}

export interface Granted {
  /** In the order of the candidates. */
  readonly verdicts: readonly Verdict[];
  /** By candidate: what each of its counters says with this send in it. */
  readonly tallies: readonly ReadonlyMap<string, number>[];
  readonly raises: readonly (Counter & { readonly by: number })[];
}

/** The counters that these sends ask, each once. */
export function countersOf(candidates: readonly Candidate[]): Counter[] {
  const counters = new Map<string, Counter>();
  for (const { businessId, verdict } of candidates) {
    for (const count of countsOf(verdict)) {
      const counter = { businessId, counter: count.counter, period: count.period };
      counters.set(counterKey(counter), counter);
    }
  }
  return [...counters.values()];
}

/** Goes through the sends in order and lets each through whose caps have room; `used` is how far they were used before. */
export function grantCaps(candidates: readonly Candidate[], used: ReadonlyMap<string, number>): Granted {
  const now = new Map(used);
  const raised = new Map<string, Counter & { by: number }>();
  const tallies: Map<string, number>[] = [];
  const verdicts = candidates.map((candidate): Verdict => {
    const tally = new Map<string, number>();
    tallies.push(tally);
    const counts = countsOf(candidate.verdict).map((count) => ({
      ...count,
      key: counterKey({ businessId: candidate.businessId, ...count }),
    }));
    const [reached] = counts.flatMap(({ key, limit }) =>
      limit !== null && (now.get(key) ?? 0) >= limit.cap ? [limit.reason] : [],
    );
    if (reached !== undefined && !candidate.isCounted) return { goes: false, reason: reached };
    for (const { key, counter, period } of counts) {
      const by = candidate.isCounted ? 0 : 1;
      now.set(key, (now.get(key) ?? 0) + by);
      tally.set(counter, now.get(key) ?? 0);
      const before = raised.get(key)?.by ?? 0;
      if (by > 0) raised.set(key, { businessId: candidate.businessId, counter, period, by: before + by });
    }
    return candidate.verdict;
  });
  return { verdicts, tallies, raises: [...raised.values()] };
}

export function counterKey({ businessId, counter, period }: Counter): string {
  return `${businessId} ${counter} ${period}`;
}

function countsOf(verdict: Verdict): readonly Count[] {
  return verdict.goes ? verdict.counts : [];
}
