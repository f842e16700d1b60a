import type { Count, Verdict } from './verdict';

/**
 * A send that every gate lets through. Caps are asked last (CHAN-7), for all sends of a claim together, so that each
 * counter is raised once (HAZ-21).
 */
export interface Candidate {
  readonly businessId: string;
  readonly verdict: Verdict;
  /** Whether an earlier attempt of the send was counted. */
  readonly isCounted: boolean;
}

export interface Counter {
  readonly businessId: string;
  readonly counter: string;
  readonly period: string;
}

/** How many sends use one counter. */
export interface Share extends Counter {
  readonly sends: number;
}

export interface Granted {
  /** In the order of the candidates. */
  readonly verdicts: readonly Verdict[];
  /** For each candidate, the value of each of its counters, this send included. */
  readonly tallies: readonly ReadonlyMap<string, number>[];
  /** What was taken from the counters and is not used. */
  readonly refused: readonly Share[];
}

/** The counters that these sends use, each once, with the number of sends that need it. */
export function sharesOf(candidates: readonly Candidate[]): Share[] {
  return added(
    candidates.flatMap((candidate) =>
      keyedCountsOf(candidate).map((count) => ({ sends: candidate.isCounted ? 0 : 1, ...count })),
    ),
  );
}

/** Lets the sends through, in order, while their caps have room. `used` is the value of each counter before them. */
export function grantCaps(candidates: readonly Candidate[], used: ReadonlyMap<string, number>): Granted {
  const usedSoFar = new Map(used);
  const verdicts: Verdict[] = [];
  const tallies: ReadonlyMap<string, number>[] = [];
  const refused: Share[] = [];
  for (const candidate of candidates) {
    const counts = keyedCountsOf(candidate);
    const reached = candidate.isCounted ? undefined : reachedCap(counts, usedSoFar);
    if (reached !== undefined) {
      verdicts.push({ goes: false, reason: reached });
      tallies.push(new Map());
      refused.push(...counts.map((count) => ({ sends: 1, ...count })));
      continue;
    }
    if (!candidate.isCounted) {
      for (const { key } of counts) usedSoFar.set(key, (usedSoFar.get(key) ?? 0) + 1);
    }
    verdicts.push(candidate.verdict);
    tallies.push(new Map(counts.map(({ counter, key }) => [counter, usedSoFar.get(key) ?? 0])));
  }
  return { verdicts, tallies, refused: added(refused) };
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

/** The reason of the first cap that is reached. */
function reachedCap(counts: readonly KeyedCount[], used: ReadonlyMap<string, number>) {
  const full = counts.find(({ key, limit }) => limit !== null && (used.get(key) ?? 0) >= limit.cap);
  return full?.limit?.reason;
}

/** Adds up the shares, so that each counter appears once. */
function added(shares: readonly Share[]): Share[] {
  const all = new Map<string, Share>();
  for (const { businessId, counter, period, sends } of shares) {
    const key = counterKey({ businessId, counter, period });
    all.set(key, { businessId, counter, period, sends: (all.get(key)?.sends ?? 0) + sends });
  }
  return [...all.values()];
}
