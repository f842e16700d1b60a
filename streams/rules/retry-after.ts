/**
 * How long the answer with these headers asks us to wait. A date counts from the answer's own `Date`. Counted from our
 * clock, a server whose clock is an hour ahead would get an hour more than it asked for.
 */
export function readRetryAfterMs(retryAfter: string | null, date: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const waitMs = readHttpDate(retryAfter) - readHttpDate(date ?? '');
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * Reads only the form that HTTP prescribes. Other forms differ between versions of `Date.parse`; it reads -1 as a
 * month.
 */
function readHttpDate(text: string): number {
  return HTTP_DATE.test(text) ? Date.parse(text) : NaN;
}
