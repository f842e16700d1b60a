export interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The limits within which half and 99 % of the values are; NaN if there are no values. */
export function percentilesOf(valuesMs: Iterable<number>): Percentiles {
  const sorted = Float64Array.from(valuesMs).sort();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
