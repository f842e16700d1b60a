/** What `JSON.parse` can give. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/**
 * One text for all spellings of the same value: keys sorted at every depth, no white space. A number beyond all doubles is not the
 * `null` that `JSON.stringify` makes of it. Fingerprints are made of it and nobody outside sees it, so keys stand in the order
 * that costs least, which is not that of the body of a webhook.
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
