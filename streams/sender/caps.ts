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
  const usedSoFar = new Map(used);
  const verdicts: Verdict[] = [];
  const tallies: ReadonlyMap<string, number>[] = [];
  const counted: Counter[] = [];
  for (const candidate of candidates) {
    const counts = keyedCountsOf(candidate);
    const reached = candidate.isCounted ? undefined : reachedCap(counts, usedSoFar);
    if (reached !== undefined) {
      verdicts.push({ goes: false, reason: reached });
      tallies.push(new Map());
      continue;
    }
    if (!candidate.isCounted) {
      for (const { key } of counts) usedSoFar.set(key, (usedSoFar.get(key) ?? 0) + 1);
      counted.push(...counts);
    }
    verdicts.push(candidate.verdict);
    tallies.push(new Map(counts.map(({ counter, key }) => [counter, usedSoFar.get(key) ?? 0])));
  }
  return { verdicts, tallies, raises: raisesOf(counted) };
}

export function counterKey({ businessId, counter, period }: Counter): string {
  return `${businessId} ${counter} ${period}`;
}

function countsOf(verdict: Verdict): readonly Count[] {
  return verdict.goes ? verdict.counts : [];
}

interface KeyedCount extends Count {
  readonly businessId: string;
  readonly key: string;
}

function keyedCountsOf({ businessId, verdict }: Candidate): KeyedCount[] {
  return countsOf(verdict).map((count) => ({
    businessId,
    key: counterKey({ businessId, counter: count.counter, period: count.period }),
    ...count,
  }));
}

/** Why there is no room: the first cap that is reached. */
function reachedCap(counts: readonly KeyedCount[], used: ReadonlyMap<string, number>) {
  const full = counts.find(({ key, limit }) => limit !== null && (used.get(key) ?? 0) >= limit.cap);
  return full?.limit?.reason;
}

/** Each counter once, by how many sends. */
function raisesOf(counted: readonly Counter[]): Granted['raises'] {
  const raises = new Map<string, Counter & { readonly by: number }>();
  for (const { businessId, counter, period } of counted) {
    const key = counterKey({ businessId, counter, period });
    raises.set(key, { businessId, counter, period, by: (raises.get(key)?.by ?? 0) + 1 });
  }
  return [...raises.values()];
}
