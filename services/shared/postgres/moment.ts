/**
 * Reads a moment as PostgreSQL writes it for a session in UTC, `2026-11-15 12:00:00.123+00`, to the millisecond.
 * Undefined for any other form, such as a year of five digits. The library reads every form with four regular
 * expressions, which took a twentieth of the ledger's time.
 */
export function momentIn(text: string): Date | undefined {
  const hasForm = text.length >= SHORTEST && text.endsWith('+00') && text[4] === '-' && text[10] === ' ';
  if (!hasForm) return undefined;
  const year = pair(text, 0) * 100 + pair(text, 2);
  // Date.UTC takes a two-digit year for one of the last century.
  if (!(year >= 100)) return undefined;
  const fraction = text.slice(SECONDS_END + 1, -3);
  const milliseconds = fraction === '' ? 0 : Math.trunc(Number(fraction) * 10 ** (3 - fraction.length));
  const day = Date.UTC(year, pair(text, 5) - 1, pair(text, 8));
  return new Date(
    day + ((pair(text, 11) * 60 + pair(text, 14)) * 60 + pair(text, 17)) * 1_000 + milliseconds,
  );
}

const SECONDS_END = 'yyyy-mm-dd hh:mm:ss'.length;
const SHORTEST = SECONDS_END + '+00'.length;
const ZERO = 48;

function pair(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}
