import type { Json } from './canonical-json';
import type { Fault } from '../api/errors';

/** Finds the texts, field names included, that Postgres cannot store: with NUL or half a surrogate pair (ERR-6). */
export function unstorableTexts(value: Json, loc: Fault['loc'], max: number): Fault[] {
  const found: Fault[] = [];
  collect(value, loc, { found, max });
  return found;
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

/** With the `u` flag a complete pair is one character, so this finds halves only. */
const LONE_SURROGATE = /\p{Surrogate}/u;

export function unstorable(text: string, loc: Fault['loc']): Fault {
  const what = text.includes('\0') ? 'a NUL character' : 'an unpaired surrogate';
  return { type: 'value_error', loc, msg: `Value error, text must not contain ${what}`, input: text };
}

interface Collection {
  readonly found: Fault[];
  readonly max: number;
}

function collect(value: Json, loc: Fault['loc'], collection: Collection): void {
  const { found, max } = collection;
  if (found.length >= max) return;
  if (typeof value === 'string') {
    if (!isStorable(value)) found.push(unstorable(value, loc));
  } else if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      collect(item, within(loc, index), collection);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const there = within(loc, name);
      if (!isStorable(name) && found.length < max) found.push(unstorable(name, there));
      collect(member, there, collection);
    }
  }
}

/**
 * Shortens the location of a fault: known fields have short names near the top. Each fault repeats its location, so
 * without this limit names of a megabyte made a response of hundreds of megabytes.
 */
function within(loc: Fault['loc'], name: string | number): Fault['loc'] {
  if (loc.length > MAX_LEVELS) return loc;
  if (loc.length === MAX_LEVELS) return [...loc, '…'];
  return [...loc, typeof name === 'string' && name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name];
}

const MAX_LEVELS = 8;
const MAX_NAME = 60;
