import type { Json } from './canonical-json';
import type { Fault } from '../http/errors';

/** Every text in the value, keys included, that Postgres could not store: one with NUL or half a surrogate pair. */
export function unstorableTexts(value: Json, loc: Fault['loc']): Fault[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [unstorable(value, loc)];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, index) => unstorableTexts(item, [...loc, index]));
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const faults = unstorableTexts(member, [...loc, name]);
    return isStorable(name) ? faults : [unstorable(name, [...loc, name]), ...faults];
  });
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
