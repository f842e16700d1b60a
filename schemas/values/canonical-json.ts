/** The values that `JSON.parse` can return. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/**
 * One text for every spelling of the same value: keys sorted at every depth, no white space. A number beyond the
 * doubles stays distinct from `null`, which `JSON.stringify` makes of it. Only fingerprints use this text, so keys have
 * the cheapest order to compute, which differs from that of a webhook body.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`;
  if (value === Infinity || value === -Infinity) return value > 0 ? '1e999' : '-1e999';
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
