import type { Json } from './canonical-json';
import type { Fault } from '../api/errors';

/** The texts in the value, keys included, that Postgres could not store: those with NUL or half a surrogate pair. */
export function unstorableTexts(value: Json, loc: Fault['loc'], max: number): Fault[] {
  const found: Fault[] = [];
  collect(value, loc, { found, max });
  return found;
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

/** With the `u` flag a proper pair is one character, so this finds halves only. */
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
 * Where a value is, as far as a reader follows: fields of ours have short names and stand near the top. Each fault
 * repeats its way, so names of a megabyte made an answer of hundreds.
 */
function within(loc: Fault['loc'], name: string | number): Fault['loc'] {
  if (loc.length > MAX_LEVELS) return loc;
  if (loc.length === MAX_LEVELS) return [...loc, '…'];
  return [...loc, typeof name === 'string' && name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name];
}

const MAX_LEVELS = 8;
const MAX_NAME = 60;
