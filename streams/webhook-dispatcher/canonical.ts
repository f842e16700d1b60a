/** The one text of a webhook body. Receivers verify its signature and may compare attempts byte by byte. */
type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** A domain event as stored, with the data as it was when the event happened. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly data: JsonObject;
}

/**
 * The body of a webhook (HOOK-7). Every attempt builds it from the stored event, so an event needs exactly one text:
 * keys are sorted at every depth, and there is no white space.
 */
export function canonicalEnvelope({ id, type, occurredAt, data }: StoredEvent): string {
  return canonicalJson({ id, type, occurred_at: withOffset(occurredAt), data });
}

/**
 * The same text as Python's `json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False)`. Merchants
 * see it, so keys are sorted as in other languages. The fingerprint of a request has a different form.
 */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const names = Object.keys(value).sort();
  // `sort` compares UTF-16 units and puts an emoji before U+FFFD. Other languages compare code points, as UTF-8 does.
  if (names.some((name) => HAS_SURROGATE.test(name))) {
    names.sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  }
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`).join(',')}}`;
}

const HAS_SURROGATE = /[\uD800-\uDFFF]/;

/** `Array.isArray` does not narrow to a readonly array. */
function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

function withOffset(moment: Date): string {
  return moment.toISOString().replace('Z', '+00:00');
}
