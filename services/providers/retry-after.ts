interface ResponseHeaders {
  readonly 'retry-after'?: string | string[] | undefined;
  readonly date?: string | string[] | undefined;
}

/**
 * `Retry-After` in milliseconds. Where it is a date it counts from the `Date` of the same answer, so that a clock that
 * is off, theirs or ours, moves nothing.
 */
export function retryAfter(headers: ResponseHeaders): number | null {
  const wait = headers['retry-after'];
  if (typeof wait !== 'string') return null;
  if (/^\d{1,9}$/.test(wait)) return Number(wait) * 1_000;
  // `Date.parse` reads a date into almost anything: -1 is a month to it.
  const until = /^\w{3}, /.test(wait) ? Date.parse(wait) : Number.NaN;
  const from = typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN;
  return Number.isNaN(until) || Number.isNaN(from) ? null : Math.max(0, until - from);
}
