type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** What happened, with the data as it was then. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly data: JsonObject;
}

/**
 * The body of a webhook. Every attempt makes it anew from the stored event, and receivers may compare attempts byte by
 * byte, so one event has one text: keys sorted at every depth, no white space.
 */
export function canonicalEnvelope({ id, type, occurredAt, data }: StoredEvent): string {
  return canonicalJson({ id, type, occurred_at: withOffset(occurredAt), data });
}

/**
 * The same text as Python's `json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False)`. Merchants see
 * it, so keys stand in the order of every language; the fingerprint of a request has a form of its own.
 */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const names = Object.keys(value).sort();
  // By UTF-16 units, which puts an emoji before U+FFFD; every other language puts it after. UTF-8 does too.
  if (names.some((name) => HAS_SURROGATE.test(name))) {
    names.sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  }
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`).join(',')}}`;
}

const HAS_SURROGATE = /[\uD800-\uDFFF]/;

/** `Array.isArray` does not recognise a list that may not be written to. */
function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

function withOffset(moment: Date): string {
  return moment.toISOString().replace('Z', '+00:00');
}
