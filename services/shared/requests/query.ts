import type { Fault } from '../../../schemas/api/errors';
import type { JsonObject } from '../../../schemas/values/canonical-json';
import { isStorable, unstorable } from '../../../schemas/values/unstorable-text';
import { readFields, type Fields, type ValuesOf } from '../../../schemas/values/fields';

/** The parameters that an operation knows, or all faults of the query. */
export type QueryRead<Declared extends Fields> =
  | { readonly ok: true; readonly values: ValuesOf<Declared> }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Reads the parameters that an operation knows. Others are ignored, except for text that cannot be decoded or stored.
 */
export function readQuery<Declared extends Fields>(
  rawQuery: string,
  parameters: Declared,
): QueryRead<Declared> {
  const given = parseQuery(rawQuery);
  return given.outcome === 'faults'
    ? { ok: false, faults: given.faults }
    : readFields(given.values, parameters, 'query');
}

export type Query =
  | { readonly outcome: 'parameters'; readonly values: JsonObject }
  | { readonly outcome: 'faults'; readonly faults: readonly Fault[] };

/**
 * Decodes the parameters as forms do: a plus is a space. Text that cannot be decoded is refused in a parameter of any
 * name. Of a repeated parameter the last value counts, as in the framework whose error names we use.
 */
export function parseQuery(rawQuery: string): Query {
  const faults: Fault[] = [];
  const values = new Map<string, string>();
  for (const pair of rawQuery.split('&')) {
    if (pair === '') continue;
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
    const rawName = pair.slice(0, end);
    const rawValue = pair.slice(end + 1);
    const name = decode(rawName);
    const value = decode(rawValue);
    if (name === undefined || value === undefined) {
      faults.push(malformed(name ?? rawName, pair));
      continue;
    }
    // The rule of the parameter checks the last value, so a value that it replaces is checked here.
    const replaced = values.get(name);
    if (replaced !== undefined && !isStorable(replaced)) faults.push(unstorable(replaced, ['query', name]));
    values.set(name, value);
  }
  if (faults.length > 0) return { outcome: 'faults', faults };
  return { outcome: 'parameters', values: Object.fromEntries(values) };
}

function decode(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function malformed(name: string, pair: string): Fault {
  const msg = 'Value error, malformed percent-encoding';
  return { type: 'value_error', loc: ['query', name], msg, input: pair.slice(pair.indexOf('=') + 1) };
}
