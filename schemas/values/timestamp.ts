import { bad, good, type Rule } from './rule';

/**
 * Reads a moment of RFC 3339 as milliseconds since 1970 and drops finer digits (ERR-19). It accepts the grammar of the
 * RFC only: a `T` between date and time, seconds, an offset with a colon.
 */
export const timestamp: Rule<number> = {
  schema: { type: 'string', format: 'date-time' },
  read(value, loc) {
    const moment = typeof value === 'string' ? readMoment(value) : 'malformed';
    if (typeof moment === 'number') return good(moment);
    if (moment === 'local') {
      return bad({ type: 'timezone_aware', loc, msg: 'Input should have timezone info', input: value });
    }
    const msg = 'Input should be a valid datetime, in the format of RFC 3339';
    return bad({ type: 'datetime_parsing', loc, msg, input: value });
  },
};

/** A moment whose year in UTC has four digits: an offset may move it out of the years 1 to 9999. */
export const moment: Rule<number> = {
  schema: timestamp.schema,
  read(value, loc) {
    const reading = timestamp.read(value, loc);
    if (!reading.ok || (reading.value >= EARLIEST && reading.value <= LATEST)) return reading;
    return bad({
      type: 'value_error',
      loc,
      msg: 'Value error, the year must be from 1 to 9999',
      input: value,
    });
  },
};
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/i;

/** `local`: a valid date and time without an offset. */
function readMoment(text: string): number | 'local' | 'malformed' {
  const parts = MOMENT.exec(text);
  if (parts === null) return 'malformed';
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as Clockwork;
  const date = new Date(0);
  // Date.UTC would read the year 50 as 1950.
  date.setUTCFullYear(year, month - 1, day);
  // The Date rolls an impossible day over: the 30th of February becomes the 2nd of March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return 'malformed';
  if (hour > 23 || minute > 59 || second > 60) return 'malformed';
  const [, , , , , , , fraction = '', zone] = parts;
  const secondOfDay = (hour * 60 + minute) * 60 + second;
  const moment = date.getTime() + secondOfDay * 1_000 - offsetMs(zone);
  if (second === 60 && !isLeapSecond(moment)) return 'malformed';
  return zone === undefined ? 'local' : moment + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

type Clockwork = [number, number, number, number, number, number];

function offsetMs(zone = 'Z'): number {
  if (zone.length === 1) return 0;
  const size = (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))) * 60_000;
  return zone.startsWith('-') ? -size : size;
}

/** A leap second comes only before midnight UTC. Unix time has none, so it counts as the second after it. */
function isLeapSecond(moment: number): boolean {
  return moment % 86_400_000 === 0;
}
