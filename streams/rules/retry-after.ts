/**
 * How long the answer with these headers asks to be left alone. A date is taken relative to the answer's own `Date`:
 * relative to our clock a server whose clock is an hour ahead would be left alone for an hour more than it asked for.
 */
export function readRetryAfterMs(retryAfter: string | null, date: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const waitMs = readHttpDate(retryAfter) - readHttpDate(date ?? '');
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Only the form that HTTP prescribes: what else `Date.parse` takes differs between its versions, and -1 is a month to it. */
function readHttpDate(text: string): number {
  return HTTP_DATE.test(text) ? Date.parse(text) : NaN;
}
